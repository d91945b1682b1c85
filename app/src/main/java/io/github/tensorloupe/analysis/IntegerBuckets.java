package io.github.tensorloupe.analysis;

import java.math.BigInteger;

/// Buckets of 64-bit integers: by sign, bit length and the next 8 bits. Indices ascend with the
/// numbers. Integers of up to 9 bits have a bucket of their own each.
final class IntegerBuckets {

  private static final int NEXT_BITS = 8;
  private static final int MAGNITUDES = Long.SIZE - NEXT_BITS + 1 << NEXT_BITS;

  private final long signMask;
  private final int zeroIndex;

  /// @param signed whether the highest bit is a sign
  IntegerBuckets(boolean signed) {
    signMask = signed ? -1 : 0;
    zeroIndex = signed ? MAGNITUDES : 0;
  }

  int size() {
    return zeroIndex + MAGNITUDES;
  }

  /// The bucket of a number, unsigned where these buckets are.
  int index(long value) {
    long sign = value >> 63 & signMask;
    long magnitude = (value ^ sign) - sign;
    int shift = Math.max(0, Long.SIZE - NEXT_BITS - 1 - Long.numberOfLeadingZeros(magnitude));
    int distance = (shift << NEXT_BITS) + (int) (magnitude >>> shift);
    return zeroIndex + (distance ^ (int) sign) - (int) sign;
  }

  /// Whether a bucket is for one number only.
  boolean isExact(int index) {
    return shift(Math.abs(index - zeroIndex)) == 0;
  }

  /// A number that is within 1/256 of all numbers in a bucket, relatively.
  BigInteger representative(int index) {
    int distance = Math.abs(index - zeroIndex);
    int shift = shift(distance);
    BigInteger begin = BigInteger.valueOf(distance - (shift << NEXT_BITS)).shiftLeft(shift);
    BigInteger halfWidth = BigInteger.ONE.shiftLeft(shift).shiftRight(1);
    BigInteger magnitude = begin.add(halfWidth);
    return index < zeroIndex ? magnitude.negate() : magnitude;
  }

  private static int shift(int distance) {
    return Math.max(0, (distance >> NEXT_BITS) - 1);
  }
}
