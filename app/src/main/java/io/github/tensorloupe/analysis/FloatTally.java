package io.github.tensorloupe.analysis;

/// What one reading of wide floating-point numbers yields. Not thread-safe; tallies of two threads
/// are merged, in any order.
final class FloatTally {

  private final int smallestNormalExponent;
  private final FloatBuckets buckets;
  private final long[] countByBucket;
  private final ExactSum sum = new ExactSum();
  private long nanCount;
  private long positiveInfinityCount;
  private long negativeInfinityCount;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  private FloatTally(int lowestExponent, int smallestNormalExponent, int highestExponent) {
    this.smallestNormalExponent = smallestNormalExponent;
    buckets = new FloatBuckets(lowestExponent, highestExponent);
    countByBucket = new long[buckets.size()];
  }

  static FloatTally ofFloats() {
    return new FloatTally(-149, Float.MIN_EXPONENT, Float.MAX_EXPONENT);
  }

  static FloatTally ofDoubles() {
    return new FloatTally(-1074, Double.MIN_EXPONENT, Double.MAX_EXPONENT);
  }

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

  void merge(FloatTally other) {
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

  long nanCount() {
    return nanCount;
  }

  long positiveInfinityCount() {
    return positiveInfinityCount;
  }

  long negativeInfinityCount() {
    return negativeInfinityCount;
  }

  long zeroCount() {
    return countByBucket[buckets.zeroIndex()];
  }

  long subnormalCount() {
    long count = 0;
    for (int i = 0; i < countByBucket.length; i++) {
      if (i != buckets.zeroIndex() && buckets.exponent(i) < smallestNormalExponent) {
        count += countByBucket[i];
      }
    }
    return count;
  }

  long finiteCount() {
    long count = 0;
    for (long inBucket : countByBucket) {
      count += inBucket;
    }
    return count;
  }

  /// The smallest finite number, never −0. Adding 0 turns −0 into 0.
  double min() {
    return min + 0.0;
  }

  /// The largest finite number, never −0.
  double max() {
    return max + 0.0;
  }

  /// The mean of the finite numbers, rounded once.
  double mean() {
    return sum.dividedBy(finiteCount());
  }

  /// The quantiles, within 1/256 and within the range of the numbers.
  double[] quantiles() {
    int[] indices = Quantiles.indices(countByBucket, finiteCount());
    double[] quantiles = new double[indices.length];
    for (int i = 0; i < indices.length; i++) {
      quantiles[i] = Math.clamp(buckets.representative(indices[i]), min(), max());
    }
    return quantiles;
  }
}
