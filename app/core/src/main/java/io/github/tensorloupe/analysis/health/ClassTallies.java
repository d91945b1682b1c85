package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts each class of number in one tensor, with its first place. Not thread-safe.
///
/// Most blocks are only counted. A block is gone through one by one where it holds the first
/// special code, zero or subnormal number, or where special codes are of several classes.
final class ClassTallies {

  /// 32 KiB, which stay in the nearest cache while they are gone over again.
  private static final int GROUPS_PER_BLOCK = 4096;

  private final ElementType type;
  private final LaneRule rule;
  private final boolean isBoolean;
  private final boolean hasSeveralSpecials;
  private final Map<ElementClass, Tally> tallies = new EnumMap<>(ElementClass.class);
  private final Tally zero;
  private final Tally subnormal;
  private final Tally invalid = new Tally();

  /// The tally of special codes that are all of one class.
  private final Tally special;

  ClassTallies(ElementType type) {
    this.type = type;
    rule = LaneRule.of(type.dtype());
    isBoolean = type.dtype() == Dtype.BOOL;
    // With infinities there are three classes of special codes, or else NaN alone.
    hasSeveralSpecials =
        type.classify(type.encode(Double.POSITIVE_INFINITY)) == ElementClass.POSITIVE_INFINITY;
    for (ElementClass elementClass : ElementClass.values()) {
      tallies.put(elementClass, new Tally());
    }
    zero = tallies.get(ElementClass.ZERO);
    subnormal = tallies.get(ElementClass.SUBNORMAL);
    special = isBoolean ? invalid : tallies.get(ElementClass.NAN);
  }

  /// Counts parts.
  ///
  /// @param bytes begins with the first of them
  /// @param firstIndex the index of that one in the tensor
  void add(MemorySegment bytes, int partCount, long firstIndex) {
    for (int i = addGroups(bytes, partCount, firstIndex); i < partCount; i++) {
      classify(bytes, i, firstIndex + i);
    }
  }

  /// Counts those parts that fill whole groups of lanes.
  ///
  /// @return how many these are
  private int addGroups(MemorySegment bytes, int partCount, long firstIndex) {
    int lanesPerGroup = rule.lanesPerGroup();
    boolean isSixBits = rule.laneBits() == LaneRule.SIX_BITS;
    // Groups of 6 bytes are read as words, which reach into the next group.
    int groups = Math.max(0, partCount / lanesPerGroup - (isSixBits ? 1 : 0));
    LaneCounter lanes = new LaneCounter(rule);
    for (int group = 0; group < groups; group += GROUPS_PER_BLOCK) {
      int count = Math.min(GROUPS_PER_BLOCK, groups - group);
      // With a constant factor the compiler sees that no index leaves the block, and without the
      // tests for that the loops over it become vector instructions.
      MemorySegment block =
          isSixBits
              ? bytes.asSlice(6L * group, 6L * count + 2)
              : bytes.asSlice(8L * group, 8L * count);
      lanes.count(block, count);
      addBlock(block, count * lanesPerGroup, firstIndex + (long) group * lanesPerGroup, lanes);
    }
    return groups * lanesPerGroup;
  }

  private void addBlock(MemorySegment block, int partCount, long firstIndex, LaneCounter lanes) {
    int specials = lanes.specialCount();
    int zeros = lanes.zeroCount(partCount);
    int subnormals = lanes.subnormalCount();
    if (specials > 0 && (hasSeveralSpecials || !special.isFound())
        || zeros > 0 && !zero.isFound()
        || subnormals > 0 && !subnormal.isFound()) {
      for (int i = 0; i < partCount; i++) {
        classify(block, i, firstIndex + i);
      }
    } else {
      special.addMore(specials);
      zero.addMore(zeros);
      subnormal.addMore(subnormals);
    }
  }

  private void classify(MemorySegment bytes, int index, long indexInTensor) {
    long code = type.code(bytes, index);
    ElementClass elementClass = type.classify(code);
    if (elementClass != ElementClass.NORMAL) {
      tallies.get(elementClass).add(indexInTensor);
    } else if (isBoolean && code > 1) {
      invalid.add(indexInTensor);
    }
  }

  void merge(ClassTallies other) {
    other.tallies.forEach((elementClass, tally) -> tallies.get(elementClass).merge(tally));
    invalid.merge(other.invalid);
  }

  Occurrences of(ElementClass elementClass) {
    return tallies.get(elementClass).occurrences();
  }

  /// Bytes of a `BOOL` that are neither 0 nor 1.
  Occurrences invalid() {
    return invalid.occurrences();
  }

  /// Counts how often something occurs, and where first. Not thread-safe.
  static final class Tally {

    private long count;
    private long firstIndex = Long.MAX_VALUE;

    /// Notes one occurrence.
    void add(long index) {
      count++;
      firstIndex = Math.min(firstIndex, index);
    }

    /// Notes occurrences behind a first one that is known already.
    void addMore(long more) {
      count += more;
    }

    boolean isFound() {
      return count > 0;
    }

    void merge(Tally other) {
      count += other.count;
      firstIndex = Math.min(firstIndex, other.firstIndex);
    }

    Occurrences occurrences() {
      return count == 0 ? Occurrences.NONE : new Occurrences(count, firstIndex);
    }
  }
}
