package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// A partition of the finite values of a dtype into buckets. A bucket contains the values of
/// consecutive ranks (see [ElementType#codeAtRank]) and is identified by a key. Keys ascend with
/// the values. Ranks and keys are unsigned. Immutable.
sealed interface Buckets permits MagnitudeBuckets, RefinedCounts.RankBuckets {

  /// One bucket per value; the key is the rank.
  Buckets SINGLE = new RefinedCounts.RankBuckets(0, 0);

  /// Returns one bucket per value for dtypes of up to 16 bits, otherwise magnitude buckets.
  static Buckets of(ElementType type) {
    return type.partBits() <= Short.SIZE ? SINGLE : MagnitudeBuckets.of(type);
  }

  long key(long rank);

  /// Returns the lowest rank in a bucket.
  long first(long key);

  /// Returns the highest rank in a bucket.
  long last(long key);
}
