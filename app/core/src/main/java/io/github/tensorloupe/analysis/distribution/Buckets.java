package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// Puts the values of a dtype into buckets. A bucket holds the values of consecutive ranks (see
/// [ElementType#codeAtRank]) and is known by its key. Keys ascend with the values; ranks and keys
/// are unsigned. Immutable.
sealed interface Buckets permits MagnitudeBuckets, RefinedCounts.RankBuckets, Buckets.Single {

  /// A bucket for each value; the key is the rank.
  Buckets SINGLE = new Single();

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

  /// The variant of [#SINGLE].
  record Single() implements Buckets {

    @Override
    public long key(long rank) {
      return rank;
    }

    @Override
    public long first(long key) {
      return key;
    }

    @Override
    public long last(long key) {
      return key;
    }
  }
}
