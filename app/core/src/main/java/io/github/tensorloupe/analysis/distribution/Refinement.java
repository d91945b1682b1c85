package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// When and how values are to be counted again in narrower buckets.
///
/// Usual buckets are narrow compared to their values, but where all values are close together, as
/// around 1000, a few buckets hold them all, and a histogram would show nothing of their shape.
final class Refinement {

  /// With fewer usual buckets between the smallest and the largest value, they are counted again.
  private static final int FEW_BUCKETS = 256;

  private static final int BUCKET_BITS = 16;

  private Refinement() {}

  /// True if a distribution tells too little.
  static boolean isNeeded(Distribution distribution) {
    if (!distribution.hasFinite() || distribution.isExact()) {
      return false;
    }
    FiniteValues values = distribution.values();
    Buckets usual = Buckets.of(values.type());
    return isAwayFromZero(values)
        && usual.key(values.maxRank()) - usual.key(values.minRank()) < FEW_BUCKETS;
  }

  /// True if all values have the same sign and none is subnormal, where buckets are regular.
  private static boolean isAwayFromZero(FiniteValues values) {
    ElementType type = values.type();
    double min = values.value(values.minRank());
    double max = values.value(values.maxRank());
    if (type.isInteger()) {
      return min > 0;
    }
    double smallest = type.partBits() == Float.SIZE ? Float.MIN_NORMAL : Double.MIN_NORMAL;
    return min >= smallest || max <= -smallest;
  }

  /// Narrower buckets for the values of a distribution.
  static RankBuckets buckets(Distribution distribution) {
    FiniteValues values = distribution.values();
    long range = values.maxRank() - values.minRank();
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(range) - BUCKET_BITS);
    return new RankBuckets(values.minRank() & -1L << shift, shift);
  }
}
