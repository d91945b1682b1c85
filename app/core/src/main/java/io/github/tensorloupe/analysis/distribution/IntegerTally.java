package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// Counts integers by their buckets and adds up them and their squares, exactly. Not thread-safe.
final class IntegerTally {

  private static final long LOW_MASK = 0xffff_ffffL;

  /// After so many, no sum of 32-bit pieces has left 63 bits.
  private static final long PENDING_LIMIT = 1L << 30;

  private final IntegerBuckets buckets;
  private final boolean signed;
  private final long[] countByBucket;
  private long count;

  private long lowSum;
  private long highSum;

  /// The squares in pieces of 32 bits, from the lowest.
  private final long[] squareSums = new long[4];

  private long pendingCount;
  private BigInteger sum = BigInteger.ZERO;
  private BigInteger squareSum = BigInteger.ZERO;

  /// @param signed true if the numbers are, or else unsigned
  IntegerTally(IntegerBuckets buckets, boolean signed) {
    this.buckets = buckets;
    this.signed = signed;
    countByBucket = new long[buckets.size()];
  }

  /// Adds the first `added` numbers of an array.
  void add(long[] values, int added) {
    expect(added);
    long signMask = signed ? -1 : 0;
    long lows = 0;
    long highs = 0;
    long square0 = 0;
    long square1 = 0;
    long square2 = 0;
    long square3 = 0;
    for (int i = 0; i < added; i++) {
      long value = values[i];
      long sign = value >> 63 & signMask;
      lows += value & LOW_MASK;
      highs += (value >>> 32) - (sign & 1L << 32);
      long magnitude = (value ^ sign) - sign;
      long squareLow = magnitude * magnitude;
      long squareHigh = Math.unsignedMultiplyHigh(magnitude, magnitude);
      square0 += squareLow & LOW_MASK;
      square1 += squareLow >>> 32;
      square2 += squareHigh & LOW_MASK;
      square3 += squareHigh >>> 32;
      countByBucket[buckets.index(value)]++;
    }
    lowSum += lows;
    highSum += highs;
    squareSums[0] += square0;
    squareSums[1] += square1;
    squareSums[2] += square2;
    squareSums[3] += square3;
    count += added;
  }

  private void expect(int added) {
    pendingCount += added;
    if (pendingCount > PENDING_LIMIT) {
      settle();
      pendingCount = added;
    }
  }

  private void settle() {
    sum = sum.add(BigInteger.valueOf(highSum).shiftLeft(32)).add(BigInteger.valueOf(lowSum));
    for (int piece = 0; piece < squareSums.length; piece++) {
      squareSum = squareSum.add(BigInteger.valueOf(squareSums[piece]).shiftLeft(32 * piece));
      squareSums[piece] = 0;
    }
    lowSum = 0;
    highSum = 0;
    pendingCount = 0;
  }

  void merge(IntegerTally other) {
    Moments added = other.moments(0);
    settle();
    sum = sum.add(added.sum());
    squareSum = squareSum.add(added.squareSum());
    count += other.count;
    for (int i = 0; i < countByBucket.length; i++) {
      countByBucket[i] += other.countByBucket[i];
    }
  }

  long count() {
    return count;
  }

  long count(int index) {
    return countByBucket[index];
  }

  /// The sums, the numbers being in units of 2^exponent.
  Moments moments(int exponent) {
    settle();
    return new Moments(sum, squareSum, exponent);
  }
}
