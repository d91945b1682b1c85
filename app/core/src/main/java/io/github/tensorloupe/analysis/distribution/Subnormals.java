package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// Counts subnormal numbers, as the integers that they are multiples of the smallest by. They are
/// rare, so that the tables are made at the first one. Not thread-safe.
final class Subnormals {

  private final IntegerBuckets integers = IntegerBuckets.ofSigned();
  private IntegerTally tally;

  /// Adds the first `count` integers of an array.
  void add(long[] multiples, int count) {
    if (count > 0) {
      tally().add(multiples, count);
    }
  }

  private IntegerTally tally() {
    if (tally == null) {
      tally = new IntegerTally(integers, true);
    }
    return tally;
  }

  void merge(Subnormals other) {
    if (other.tally != null) {
      tally().merge(other.tally);
    }
  }

  long count() {
    return tally == null ? 0 : tally.count();
  }

  /// Adds the cells of one sign, ascending.
  void addTo(Cells.Builder cells, Buckets buckets, ElementType type, boolean negative) {
    if (tally == null) {
      return;
    }
    int zero = integers.index(0);
    int begin = negative ? 0 : zero + 1;
    int end = negative ? zero : integers.size();
    long zeroRank = type.rankOf(0);
    for (int index = begin; index < end; index++) {
      long count = tally.count(index);
      if (count > 0) {
        // The ranks of -0 and 0 are two.
        long rank = zeroRank + integers.inner(index) - (negative ? 1 : 0);
        cells.add(buckets.key(rank), count);
      }
    }
  }

  /// @param exponent of the smallest subnormal number
  Moments addTo(Moments moments, int exponent) {
    return tally == null ? moments : moments.plus(tally.moments(exponent));
  }
}
