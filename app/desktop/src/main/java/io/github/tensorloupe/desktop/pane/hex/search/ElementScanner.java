package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

/// Applies an [ElementTest] to consecutive elements; every mark is a match.
///
/// The loops have no branches and use slices of constant length, so that the compiler vectorizes
/// them. After a subtraction or addition, the highest bit of each lane is its result; the results
/// of a block are combined by `or`.
final class ElementScanner extends LaneScanner {

  private static final long SIX_BIT_BLOCK_BYTES = 6L * BLOCK_GROUPS + 2;

  private final ElementTest.Relation relation;
  private final boolean isSixBits;
  private final long mask;
  private final long operand;
  private final long lowest;
  private final long highest;
  private final long add;

  ElementScanner(ElementTest test) {
    super(test.bits());
    int bits = test.bits();
    relation = test.relation();
    isSixBits = groupBytes != Long.BYTES;
    mask = repeated(bits, test.mask());
    operand = repeated(bits, test.operand());
    lowest = repeated(bits, 1);
    highest = repeated(bits, ElementTest.highestBit(bits));
    add = repeated(bits, ElementTest.highestBit(bits) - test.operand());
  }

  @Override
  boolean mayContainMatch(MemorySegment bytes, long at) {
    if (isSixBits) {
      return mayHoldSixBits(bytes.asSlice(at, SIX_BIT_BLOCK_BYTES));
    }
    MemorySegment block = bytes.asSlice(at, 8L * BLOCK_GROUPS);
    return switch (relation) {
      case EQUAL -> holdsEqual(block);
      case DIFFERENT -> holdsDifferent(block);
      case AT_LEAST -> holdsAtLeast(block);
    };
  }

  private boolean holdsEqual(MemorySegment block) {
    long mask = this.mask;
    long operand = this.operand;
    long lowest = this.lowest;
    long found = 0;
    for (int i = 0; i < BLOCK_GROUPS; i++) {
      long difference = block.get(LONG, 8L * i) & mask ^ operand;
      found |= difference - lowest & ~difference;
    }
    return (found & highest) != 0;
  }

  private boolean holdsDifferent(MemorySegment block) {
    long mask = this.mask;
    long operand = this.operand;
    long found = 0;
    for (int i = 0; i < BLOCK_GROUPS; i++) {
      found |= block.get(LONG, 8L * i) & mask ^ operand;
    }
    return found != 0;
  }

  private boolean holdsAtLeast(MemorySegment block) {
    long mask = this.mask;
    long add = this.add;
    long found = 0;
    for (int i = 0; i < BLOCK_GROUPS; i++) {
      found |= (block.get(LONG, 8L * i) & mask) + add;
    }
    return (found & highest) != 0;
  }

  private boolean mayHoldSixBits(MemorySegment block) {
    long found = 0;
    for (int i = 0; i < BLOCK_GROUPS; i++) {
      found |= marks(block.get(LONG, 6L * i));
    }
    return found != 0;
  }

  @Override
  long marks(MemorySegment bytes, long at) {
    return marks(word(bytes, at));
  }

  private long marks(long word) {
    long masked = word & mask;
    if (relation == ElementTest.Relation.AT_LEAST) {
      return masked + add & highest;
    }
    long difference = masked ^ operand;
    long magnitude = ~highest;
    // Six-bit lanes use only 48 bits of the word.
    long lanes = isSixBits ? (1L << 48) - 1 : -1L;
    // Adding to all bits but the highest does not carry into the next lane.
    long different = ((difference & magnitude) + (magnitude & lanes) | difference) & highest;
    return relation == ElementTest.Relation.EQUAL ? different ^ highest : different;
  }
}
