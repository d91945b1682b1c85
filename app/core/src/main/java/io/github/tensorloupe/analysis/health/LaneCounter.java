package io.github.tensorloupe.analysis.health;

import module java.base;

/// Counts classes of codes by a [LaneRule], at the speed of memory: the loops have no branch, so
/// that the compiler turns them into vector instructions. Not thread-safe.
final class LaneCounter {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long SIX_BIT_LANES = (1L << 48) - 1;

  private final LaneRule rule;
  private int special;
  private int nonZero;
  private int normal;

  LaneCounter(LaneRule rule) {
    this.rule = rule;
  }

  /// Counts the codes of a block anew.
  ///
  /// @param block at most 32 MiB; of codes of 6 bits, 2 bytes more than are counted
  /// @param groupCount how many groups of lanes
  void count(MemorySegment block, int groupCount) {
    switch (rule.laneBits()) {
      case Long.SIZE -> countLongs(block, groupCount);
      case LaneRule.SIX_BITS -> countSixBits(block, groupCount);
      default -> {
        if (rule.isPlain()) {
          countPlain(block, 2 * groupCount);
        } else {
          countAny(block, 2 * groupCount);
        }
      }
    }
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

  private void countPlain(MemorySegment block, int count) {
    int magnitude = (int) rule.magnitude();
    int sign = (int) rule.sign();
    int addSpecial = (int) rule.addSpecial();
    int addNonZero = (int) rule.addNonZero();
    int addNormal = (int) rule.addNormal();
    int specials = 0;
    int nonZeros = 0;
    int normals = 0;
    for (int i = 0; i < count; i++) {
      int value = block.get(INT, 4L * i) & magnitude;
      specials += Integer.bitCount(value + addSpecial & sign);
      nonZeros += Integer.bitCount(value + addNonZero & sign);
      normals += Integer.bitCount(value + addNormal & sign);
    }
    set(specials, nonZeros, normals);
  }

  /// Goes over the block twice, because a longer loop would not become vector instructions.
  private void countAny(MemorySegment block, int count) {
    set(rule.addSpecial() == 0 ? 0 : countSpecial(block, count), 0, 0);
    countMagnitudes(block, count);
  }

  private int countSpecial(MemorySegment block, int count) {
    int magnitude = (int) rule.magnitude();
    int flip = (int) rule.flip();
    int add = (int) rule.addSpecial();
    int or = (int) rule.orSpecial();
    int keep = (int) (rule.keepSpecial() & rule.sign());
    int sign = (int) rule.sign();
    int specials = 0;
    for (int i = 0; i < count; i++) {
      int code = block.get(INT, 4L * i);
      int answer = (code & magnitude ^ flip) + add | code & or;
      specials += Integer.bitCount(answer & (code | keep) & sign);
    }
    return specials;
  }

  private void countMagnitudes(MemorySegment block, int count) {
    int magnitude = (int) rule.magnitude();
    int sign = (int) rule.sign();
    int addNonZero = (int) rule.addNonZero();
    int orNonZero = (int) rule.orNonZero();
    int addNormal = (int) rule.addNormal();
    int nonZeros = 0;
    int normals = 0;
    for (int i = 0; i < count; i++) {
      int code = block.get(INT, 4L * i);
      int value = code & magnitude;
      nonZeros += Integer.bitCount((value + addNonZero | code & orNonZero) & sign);
      normals += Integer.bitCount((value + addNormal | code & orNonZero) & sign);
    }
    set(special, nonZeros, normals);
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

  /// The number of codes that are zero, of so many in the block.
  int zeroCount(int codeCount) {
    // Special codes were counted in a pass of their own, and the file may change between the two.
    return Math.max(0, codeCount - nonZero - (rule.specialIsZeroMagnitude() ? special : 0));
  }

  int subnormalCount() {
    return nonZero - normal;
  }
}
