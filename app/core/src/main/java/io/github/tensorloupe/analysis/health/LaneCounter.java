package io.github.tensorloupe.analysis.health;

import module java.base;

/// Counts classes of codes with a [LaneRule]. The loops have no branches, so that the compiler
/// vectorizes them. The answers for codes of 8 bits or more are added up per lane, because few
/// processors support vectorized bit counting. Not thread-safe.
final class LaneCounter {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long SIX_BIT_LANES = (1L << 48) - 1;

  /// The lowest bit of each half of a word.
  private static final int HALF_ONES = 0x0001_0001;

  private final LaneRule rule;
  private int special;
  private int nonZero;
  private int normal;

  LaneCounter(LaneRule rule) {
    this.rule = rule;
  }

  /// Counts the codes of a block. Replaces the previous counts.
  ///
  /// @param block at most 64 KiB, so that no lane overflows; for codes of 6 bits, followed by 2
  ///   more bytes
  /// @param groupCount the number of groups, see [LaneRule#lanesPerGroup]
  void count(MemorySegment block, int groupCount) {
    switch (rule.laneBits()) {
      case Long.SIZE -> countLongs(block, groupCount);
      case LaneRule.SIX_BITS -> countSixBits(block, groupCount);
      case LaneRule.FOUR_BITS -> countFourBits(block, groupCount);
      default -> {
        if (!rule.isPlain()) {
          countAny(block, 2 * groupCount);
        } else if (isWide()) {
          countWide(block, 2 * groupCount);
        } else {
          countBytes(block, 2 * groupCount);
        }
      }
    }
  }

  private boolean isWide() {
    return rule.laneBits() > Byte.SIZE;
  }

  private void countSixBits(MemorySegment block, int count) {
    long magnitude = rule.magnitude() & SIX_BIT_LANES;
    long sign = rule.sign() & SIX_BIT_LANES;
    long addNonZero = rule.addNonZero() & SIX_BIT_LANES;
    long addNormal = rule.addNormal() & SIX_BIT_LANES;
    int nonZeros = 0;
    int normals = 0;
    for (int i = 0; i < count; i++) {
      long value = block.get(LONG, 6L * i) & magnitude;
      nonZeros += Long.bitCount(value + addNonZero & sign);
      normals += Long.bitCount(value + addNormal & sign);
    }
    set(0, nonZeros, normals);
  }

  private void countFourBits(MemorySegment block, int count) {
    long magnitude = rule.magnitude();
    long sign = rule.sign();
    long addNonZero = rule.addNonZero();
    long addNormal = rule.addNormal();
    long nonZeros = 0;
    long normals = 0;
    for (int i = 0; i < count; i++) {
      long value = block.get(LONG, 8L * i) & magnitude;
      nonZeros += Long.bitCount(value + addNonZero & sign);
      normals += Long.bitCount(value + addNormal & sign);
    }
    set(0, (int) nonZeros, (int) normals);
  }

  private void countWide(MemorySegment block, int count) {
    int magnitude = (int) rule.magnitude();
    int addSpecial = (int) rule.addSpecial();
    int addNonZero = (int) rule.addNonZero();
    int addNormal = (int) rule.addNormal();
    int toOnes = rule.laneBits() - 1;
    int ones = (int) rule.sign() >>> toOnes;
    int specials = 0;
    int nonZeros = 0;
    int normals = 0;
    for (int i = 0; i < count; i++) {
      int value = block.get(INT, 4L * i) & magnitude;
      specials += value + addSpecial >>> toOnes & ones;
      nonZeros += value + addNonZero >>> toOnes & ones;
      normals += value + addNormal >>> toOnes & ones;
    }
    set(sum(specials), sum(nonZeros), sum(normals));
  }

  private void countBytes(MemorySegment block, int count) {
    int magnitude = (int) rule.magnitude();
    int addSpecial = (int) rule.addSpecial();
    int addNonZero = (int) rule.addNonZero();
    int addNormal = (int) rule.addNormal();
    int specials = 0;
    int nonZeros = 0;
    int normals = 0;
    for (int i = 0; i < count; i++) {
      int value = block.get(INT, 4L * i) & magnitude;
      specials += inHalves(value + addSpecial);
      nonZeros += inHalves(value + addNonZero);
      normals += inHalves(value + addNormal);
    }
    set(sum(specials), sum(nonZeros), sum(normals));
  }

  // One pass over the block per question, because a longer loop would not be vectorized.
  private void countAny(MemorySegment block, int count) {
    int flip = (int) rule.flip();
    int keep = (int) rule.keepSpecial();
    long or = rule.orNonZero();
    int specials =
        rule.addSpecial() == 0
            ? 0
            : answers(block, count, flip, rule.addSpecial(), rule.orSpecial(), keep);
    int nonZeros = answers(block, count, 0, rule.addNonZero(), or, -1);
    boolean isSame = rule.addNormal() == rule.addNonZero();
    set(specials, nonZeros, isSame ? nonZeros : answers(block, count, 0, rule.addNormal(), or, -1));
  }

  private int answers(MemorySegment block, int count, int flip, long add, long or, int keep) {
    return isWide()
        ? answersOfWide(block, count, flip, (int) add, (int) or, keep)
        : answersOfBytes(block, count, flip, (int) add, (int) or, keep);
  }

  private int answersOfWide(MemorySegment block, int count, int flip, int add, int or, int keep) {
    int magnitude = (int) rule.magnitude();
    int toOnes = rule.laneBits() - 1;
    int ones = (int) rule.sign() >>> toOnes;
    int fields = 0;
    for (int i = 0; i < count; i++) {
      int code = block.get(INT, 4L * i);
      int answer = ((code & magnitude ^ flip) + add | code & or) & (code | keep);
      fields += answer >>> toOnes & ones;
    }
    return sum(fields);
  }

  private int answersOfBytes(MemorySegment block, int count, int flip, int add, int or, int keep) {
    int magnitude = (int) rule.magnitude();
    int fields = 0;
    for (int i = 0; i < count; i++) {
      int code = block.get(INT, 4L * i);
      int answer = ((code & magnitude ^ flip) + add | code & or) & (code | keep);
      fields += inHalves(answer);
    }
    return sum(fields);
  }

  /// Returns, in each half of a word, the number of bytes whose highest bit is set.
  private static int inHalves(int word) {
    return (word >>> 7 & HALF_ONES) + (word >>> 15 & HALF_ONES);
  }

  /// Returns the sum of the counts in a word: one count for 32-bit lanes, otherwise one per half.
  private int sum(int fields) {
    return rule.laneBits() == Integer.SIZE ? fields : (fields & 0xffff) + (fields >>> 16);
  }

  private void countLongs(MemorySegment block, int count) {
    long magnitude = rule.magnitude();
    long addSpecial = rule.addSpecial();
    long addNonZero = rule.addNonZero();
    long orNonZero = rule.orNonZero();
    long addNormal = rule.addNormal();
    long specials = 0;
    long nonZeros = 0;
    long normals = 0;
    for (int i = 0; i < count; i++) {
      long code = block.get(LONG, 8L * i);
      long value = code & magnitude;
      long or = code & orNonZero;
      specials += value + addSpecial >>> 63;
      nonZeros += (value + addNonZero | or) >>> 63;
      normals += (value + addNormal | or) >>> 63;
    }
    set((int) specials, (int) nonZeros, (int) normals);
  }

  private void set(int specials, int nonZeros, int normals) {
    special = specials;
    nonZero = nonZeros;
    normal = normals;
  }

  int specialCount() {
    return special;
  }

  /// Returns the number of zeros.
  ///
  /// @param codeCount the number of codes in the block
  int zeroCount(int codeCount) {
    // Classes may be counted in separate passes, and the file may change in between.
    return Math.max(0, codeCount - nonZero - (rule.specialIsZeroMagnitude() ? special : 0));
  }

  int subnormalCount() {
    return Math.max(0, nonZero - normal);
  }
}
