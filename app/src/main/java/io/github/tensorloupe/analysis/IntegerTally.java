package io.github.tensorloupe.analysis;

import java.math.BigInteger;

/// What one reading of wide integers yields. Not thread-safe; tallies of two threads are merged, in
/// any order.
///
/// The integers come as `long`s that ascend as they do; of `U64`, that is the number less 2⁶³.
final class IntegerTally {

  private static final long LOW_MASK = 0xffff_ffffL;
  private static final long PENDING_LIMIT = 1L << 30;

  /// What turns an ordered number into the number itself: the sign bit for `U64`, else nothing.
  private final long flip;

  private final IntegerBuckets buckets;
  private final long[] countByBucket;
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long highSum;
  private long lowSum;
  private long pendingCount;
  private BigInteger settled = BigInteger.ZERO;

  /// @param flip the bits in which an ordered number differs from the number it stands for
  IntegerTally(long flip) {
    this.flip = flip;
    buckets = new IntegerBuckets(flip == 0);
    countByBucket = new long[buckets.size()];
  }

  /// Adds the first `added` numbers of an array.
  void add(long[] ordered, int added) {
    expect(added);
    long low = min;
    long high = max;
    long highs = 0;
    long lows = 0;
    for (int i = 0; i < added; i++) {
      long value = ordered[i];
      low = Math.min(low, value);
      high = Math.max(high, value);
      highs += value >> 32;
      lows += value & LOW_MASK;
      countByBucket[buckets.index(value ^ flip)]++;
    }
    min = low;
    max = high;
    highSum += highs;
    lowSum += lows;
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
    settled =
        settled.add(BigInteger.valueOf(highSum).shiftLeft(32)).add(BigInteger.valueOf(lowSum));
    highSum = 0;
    lowSum = 0;
    pendingCount = 0;
  }

  void merge(IntegerTally other) {
    settle();
    settled = settled.add(other.sum());
    count += other.count;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    for (int i = 0; i < countByBucket.length; i++) {
      countByBucket[i] += other.countByBucket[i];
    }
  }

  long count() {
    return count;
  }

  long zeroCount() {
    return countByBucket[buckets.index(0)];
  }

  /// The smallest, as an ordered number.
  long min() {
    return min;
  }

  /// The largest, as an ordered number.
  long max() {
    return max;
  }

  /// The sum of the ordered numbers.
  BigInteger sum() {
    settle();
    return settled;
  }

  IntegerBuckets buckets() {
    return buckets;
  }

  /// The buckets that hold the quantiles.
  int[] quantileBuckets() {
    return Quantiles.indices(countByBucket, count);
  }
}
