package io.github.tensorloupe.analysis;

import java.util.Arrays;

/// What one reading of doubles yields. Not thread-safe; tallies of two threads are merged, in any
/// order.
final class DoubleTally {

  private final FloatBuckets buckets =
      new FloatBuckets(Double.MIN_EXPONENT - Double.PRECISION + 1, Double.MAX_EXPONENT);
  private final long[] countByBucket = new long[buckets.size()];
  private final ExactSum sum = new ExactSum();
  private long nanCount;
  private long positiveInfinityCount;
  private long negativeInfinityCount;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /// Adds the first `count` numbers of an array.
  void add(double[] values, int count) {
    sum.expect(count);
    double low = min;
    double high = max;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      if (Math.abs(value) <= Double.MAX_VALUE) {
        low = value < low ? value : low;
        high = value > high ? value : high;
        long bits = Double.doubleToRawLongBits(value);
        countByBucket[buckets.index(bits)]++;
        sum.add(bits);
      } else {
        addNonFinite(value);
      }
    }
    min = low;
    max = high;
  }

  private void addNonFinite(double value) {
    if (Double.isNaN(value)) {
      nanCount++;
    } else if (value > 0) {
      positiveInfinityCount++;
    } else {
      negativeInfinityCount++;
    }
  }

  void merge(DoubleTally other) {
    nanCount += other.nanCount;
    positiveInfinityCount += other.positiveInfinityCount;
    negativeInfinityCount += other.negativeInfinityCount;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    sum.merge(other.sum);
    for (int i = 0; i < countByBucket.length; i++) {
      countByBucket[i] += other.countByBucket[i];
    }
  }

  RealTotals totals() {
    return new RealTotals(
        nanCount,
        positiveInfinityCount,
        negativeInfinityCount,
        Arrays.stream(countByBucket).sum(),
        subnormalCount(),
        min,
        max,
        sum,
        buckets,
        countByBucket);
  }

  private long subnormalCount() {
    long count = -countByBucket[buckets.zeroIndex()];
    int subnormals = buckets.distance(Double.MIN_NORMAL) - 1;
    for (int distance = -subnormals; distance <= subnormals; distance++) {
      count += countByBucket[buckets.zeroIndex() + distance];
    }
    return count;
  }
}
