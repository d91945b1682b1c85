package io.github.tensorloupe.analysis.health;

import module java.base;

/// Counts special, nonzero and normal codes with a [LaneRule]. The loops have no branches, so that
/// the compiler vectorizes them. Codes of 8 bits or more are counted by adding the bits of several
/// codes at once, because few processors support vectorized bit counting. Not thread-safe.
final class LaneCounter {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long SIX_BIT_LANES = (1L << 48) - 1;
  private static final int HALF_ONES = 0x0001_0001;

  private final LaneRule rule;
  private int special;
  private int nonZero;
  private int normal;

  LaneCounter(LaneRule rule) {
    this.rule = rule;
  }

  /// @param block at most 64 KiB, so that no lane overflows; for codes of 6 bits, followed by 2
  ///   more bytes
  /// @param groupCount the number of groups, see [LaneRule#lanesPerGroup]
  void count(MemorySegment block, int groupCount) {
    if (rule.laneBits() < Byte.SIZE) {
      nonZero = countNarrow(block, groupCount, rule.addNonZero());
      normal = countNarrow(block, groupCount, rule.addNormal());
      return;
    }
    // One pass over the block per question, because a longer loop would not be vectorized.
    long or = rule.orNonZero();
    special = 0;
    if (rule.addSpecial() != 0) {
      long keep = rule.keepSpecial();
      special =
          countMatches(block, groupCount, rule.flip(), rule.addSpecial(), rule.orSpecial(), keep);
    }
    nonZero = countMatches(block, groupCount, 0, rule.addNonZero(), or, -1);
    boolean areAllNormal = rule.addNormal() == rule.addNonZero();
    normal = areAllNormal ? nonZero : countMatches(block, groupCount, 0, rule.addNormal(), or, -1);
  }

  private int countNarrow(MemorySegment block, int groupCount, long add) {
    long sign = rule.sign();
    int count = 0;
    if (rule.laneBits() == LaneRule.SIX_BITS) {
      for (int i = 0; i < groupCount; i++) {
        long magnitude = block.get(LONG, 6L * i) & SIX_BIT_LANES & ~sign;
        count += Long.bitCount(magnitude + add & sign);
      }
    } else {
      for (int i = 0; i < groupCount; i++) {
        count += Long.bitCount((block.get(LONG, 8L * i) & ~sign) + add & sign);
      }
    }
    return count;
  }

  private int countMatches(
      MemorySegment block, int groupCount, long flip, long add, long or, long keep) {
    return switch (rule.laneBits()) {
      case Long.SIZE -> answersOfLongs(block, groupCount, add, or);
      case Byte.SIZE ->
          answersOfBytes(block, 2 * groupCount, (int) flip, (int) add, (int) or, (int) keep);
      default -> answersOfWide(block, 2 * groupCount, (int) add, (int) or);
    };
  }

  private int answersOfLongs(MemorySegment block, int count, long add, long or) {
    long answers = 0;
    for (int i = 0; i < count; i++) {
      long code = block.get(LONG, 8L * i);
      answers += ((code & Long.MAX_VALUE) + add | code & or) >>> 63;
    }
    return (int) answers;
  }

  private int answersOfWide(MemorySegment block, int count, int add, int or) {
    int magnitude = (int) ~rule.sign();
    int toOnes = rule.laneBits() - 1;
    int ones = (int) rule.sign() >>> toOnes;
    int fields = 0;
    for (int i = 0; i < count; i++) {
      int code = block.get(INT, 4L * i);
      fields += ((code & magnitude) + add | code & or) >>> toOnes & ones;
    }
    return rule.laneBits() == Integer.SIZE ? fields : sumOfHalves(fields);
  }

  private int answersOfBytes(MemorySegment block, int count, int flip, int add, int or, int keep) {
    int magnitude = (int) ~rule.sign();
    int fields = 0;
    for (int i = 0; i < count; i++) {
      int code = block.get(INT, 4L * i);
      int answer = ((code & magnitude ^ flip) + add | code & or) & (code | keep);
      fields += (answer >>> 7 & HALF_ONES) + (answer >>> 15 & HALF_ONES);
    }
    return sumOfHalves(fields);
  }

  private static int sumOfHalves(int fields) {
    return (fields & 0xffff) + (fields >>> 16);
  }

  int specialCount() {
    return special;
  }

  int zeroCount(int codeCount) {
    // Classes are counted in separate passes, and the file may change in between.
    return Math.max(0, codeCount - nonZero - (rule.specialIsZeroMagnitude() ? special : 0));
  }

  int subnormalCount() {
    return Math.max(0, nonZero - normal);
  }
}
