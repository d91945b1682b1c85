package io.github.tensorloupe.analysis;

import java.util.Arrays;

/// What the first reading of wide floating-point numbers has found.
///
/// @param finiteCount the sum of `countByBucket`
/// @param subnormalCount as defined by the dtype, not by [Double]
/// @param min the smallest finite number; meaningless where there is none
/// @param max the largest finite number; meaningless where there is none
/// @param sum of the finite numbers
/// @param buckets the buckets of the finite numbers
/// @param countByBucket how many there are in each
record RealTotals(
    long nanCount,
    long positiveInfinityCount,
    long negativeInfinityCount,
    long finiteCount,
    long subnormalCount,
    double min,
    double max,
    ExactSum sum,
    FloatBuckets buckets,
    long[] countByBucket) {

  RealTotals {
    // Adding 0 turns −0 into 0.
    min += 0.0;
    max += 0.0;
  }

  long zeroCount() {
    return countByBucket[buckets.zeroIndex()];
  }

  /// The mean of the finite numbers, rounded once.
  double mean() {
    return sum.dividedBy(finiteCount);
  }

  /// The quantiles, within 1/256 and within the range of the numbers.
  double[] quantiles() {
    return Arrays.stream(Quantiles.indices(countByBucket, finiteCount))
        .mapToDouble(index -> Math.clamp(buckets.representative(index), min, max))
        .toArray();
  }
}
