package io.github.tensorloupe.analysis.distribution;

/// Counts values that are not finite. Not thread-safe.
final class NonFiniteCounts {

  private long nan;
  private long positiveInfinity;
  private long negativeInfinity;

  /// Counts one: NaN, or one of the infinities.
  void add(double value) {
    if (Double.isNaN(value)) {
      nan++;
    } else if (value > 0) {
      positiveInfinity++;
    } else {
      negativeInfinity++;
    }
  }

  void merge(NonFiniteCounts other) {
    nan += other.nan;
    positiveInfinity += other.positiveInfinity;
    negativeInfinity += other.negativeInfinity;
  }

  /// These beside so many finite values.
  ValueCounts beside(long finite, long zero, long subnormal) {
    return new ValueCounts(finite, nan, positiveInfinity, negativeInfinity, zero, subnormal);
  }
}
