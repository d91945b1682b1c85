package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// Puts the values of a dtype into buckets. A bucket holds the values of consecutive ranks (see
/// [ElementType#codeAtRank]) and is known by its key. Keys ascend with the values; ranks and keys
/// are unsigned. Immutable.
sealed interface Buckets permits MagnitudeBuckets, RefinedCounts.RankBuckets {

  /// A bucket for each value; the key is the rank.
  Buckets SINGLE = new RefinedCounts.RankBuckets(0, 0);

  /// The buckets of wide dtypes; of dtypes of up to 16 bits every value by itself.
  static Buckets of(ElementType type) {
    return type.partBits() <= Short.SIZE ? SINGLE : MagnitudeBuckets.of(type);
  }

  /// The key of the bucket that holds the finite value of a rank.
  long key(long rank);

  /// The lowest rank in a bucket.
  long first(long key);

  /// The highest rank in a bucket.
  long last(long key);
}
