package io.github.tensorloupe.analysis.distribution;

/// A bucket for each value; the key is the rank.
enum SingleValues implements Buckets {
  BUCKETS;

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
