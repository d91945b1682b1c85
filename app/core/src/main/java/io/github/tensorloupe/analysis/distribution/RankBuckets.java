package io.github.tensorloupe.analysis.distribution;

/// Buckets of equally many ranks, for values that are all close together.
///
/// @param base the lowest rank in the first bucket: a multiple of the ranks in a bucket, so that a
///   bucket lies wholly within a usual one
/// @param shift how many ranks a bucket has, as a power of two
record RankBuckets(long base, int shift) implements Buckets {

  @Override
  public long key(long rank) {
    return rank - base >>> shift;
  }

  @Override
  public long first(long key) {
    return base + (key << shift);
  }

  @Override
  public long last(long key) {
    return first(key) + (1L << shift) - 1;
  }
}
