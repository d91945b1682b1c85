package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Counts the parts of one tensor by [ElementClass] and records the first index of each class. Not
/// thread-safe.
///
/// The parts of a block are classified one by one only if it contains the first zero, subnormal
/// number or special code (non-finite number or invalid byte), or special codes of several classes.
final class ClassCounts {

  /// The number of groups in a block: 32 KiB, to stay in the L1 cache during several passes.
  private static final int GROUPS_PER_BLOCK = 4096;

  private static final int INVALID = ElementClass.values().length;
  private static final int ZERO = ElementClass.ZERO.ordinal();
  private static final int SUBNORMAL = ElementClass.SUBNORMAL.ordinal();

  private final ElementType type;
  private final LaneRule rule;
  private final boolean isBoolean;
  private final boolean hasSeveralSpecials;

  /// The class of all special codes, if there is a single class.
  private final int special;

  private final long[] counts = new long[INVALID + 1];
  private final long[] firsts = new long[INVALID + 1];

  ClassCounts(ElementType type) {
    this.type = type;
    rule = LaneRule.of(type.dtype());
    isBoolean = type.dtype() == Dtype.BOOL;
    // A dtype with infinities has three classes of special codes, other float dtypes only NaN.
    hasSeveralSpecials =
        type.classify(type.encode(Double.POSITIVE_INFINITY)) == ElementClass.POSITIVE_INFINITY;
    special = isBoolean ? INVALID : ElementClass.NAN.ordinal();
    Arrays.fill(firsts, Long.MAX_VALUE);
  }

  void add(MemorySegment bytes, int partCount, long firstIndex) {
    for (int i = addGroups(bytes, partCount, firstIndex); i < partCount; i++) {
      classify(bytes, i, firstIndex + i);
    }
  }

  private int addGroups(MemorySegment bytes, int partCount, long firstIndex) {
    int lanesPerGroup = rule.lanesPerGroup();
    boolean isSixBits = rule.laneBits() == LaneRule.SIX_BITS;
    // Groups of 6 bytes are read as 8-byte words, which overlap the next group.
    int groups = Math.max(0, partCount / lanesPerGroup - (isSixBits ? 1 : 0));
    LaneCounter lanes = new LaneCounter(rule);
    for (int group = 0; group < groups; group += GROUPS_PER_BLOCK) {
      int count = Math.min(GROUPS_PER_BLOCK, groups - group);
      // Constant factors allow the compiler to remove bounds checks and to vectorize the loops.
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
    if (specials > 0 && (hasSeveralSpecials || counts[special] == 0)
        || zeros > 0 && counts[ZERO] == 0
        || subnormals > 0 && counts[SUBNORMAL] == 0) {
      for (int i = 0; i < partCount; i++) {
        classify(block, i, firstIndex + i);
      }
    } else {
      counts[special] += specials;
      counts[ZERO] += zeros;
      counts[SUBNORMAL] += subnormals;
    }
  }

  private void classify(MemorySegment bytes, int index, long indexInTensor) {
    long code = type.code(bytes, index);
    ElementClass elementClass = type.classify(code);
    if (elementClass != ElementClass.NORMAL) {
      countAt(elementClass.ordinal(), indexInTensor);
    } else if (isBoolean && code > 1) {
      countAt(INVALID, indexInTensor);
    }
  }

  private void countAt(int at, long indexInTensor) {
    counts[at]++;
    firsts[at] = Math.min(firsts[at], indexInTensor);
  }

  void merge(ClassCounts other) {
    for (int at = 0; at < counts.length; at++) {
      counts[at] += other.counts[at];
      firsts[at] = Math.min(firsts[at], other.firsts[at]);
    }
  }

  Occurrences of(ElementClass elementClass) {
    return occurrences(elementClass.ordinal());
  }

  Occurrences invalid() {
    return occurrences(INVALID);
  }

  private Occurrences occurrences(int at) {
    return counts[at] == 0 ? Occurrences.NONE : new Occurrences(counts[at], firsts[at]);
  }
}
