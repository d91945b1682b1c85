package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The buckets that hold values, ascending, and how many each holds. Immutable.
///
/// @param buckets what the keys are of
/// @param keys unsigned, ascending
/// @param counts as many, each at least 1
record Cells(Buckets buckets, CompactLongs keys, CompactLongs counts) {

  int size() {
    return keys.size();
  }

  long count(int index) {
    return counts.get(index);
  }

  long first(int index) {
    return buckets.first(keys.get(index));
  }

  long last(int index) {
    return buckets.last(keys.get(index));
  }

  /// These in other buckets of the same dtype, in each of which a bucket of these lies wholly.
  Cells in(Buckets wider) {
    if (wider == buckets) {
      return this;
    }
    Builder builder = new Builder(wider, size());
    for (int i = 0; i < size(); i++) {
      builder.add(wider.key(first(i)), count(i));
    }
    return builder.cells();
  }

  /// Several together.
  ///
  /// @param parts at least one, all in the same buckets
  static Cells sum(List<Cells> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    int middle = parts.size() / 2;
    return sum(parts.subList(0, middle)).plus(sum(parts.subList(middle, parts.size())));
  }

  private Cells plus(Cells other) {
    Builder builder = new Builder(buckets, size() + other.size());
    int i = 0;
    int j = 0;
    while (i < size() || j < other.size()) {
      boolean fromThis =
          j == other.size()
              || i < size() && Long.compareUnsigned(keys.get(i), other.keys.get(j)) <= 0;
      if (fromThis) {
        builder.add(keys.get(i), count(i));
        i++;
      } else {
        builder.add(other.keys.get(j), other.count(j));
        j++;
      }
    }
    return builder.cells();
  }

  /// Takes cells in ascending order.
  static final class Builder {

    private final Buckets buckets;
    private long[] keys;
    private long[] counts;
    private int size;

    /// @param capacity how many cells are expected
    Builder(Buckets buckets, int capacity) {
      this.buckets = buckets;
      keys = new long[capacity];
      counts = new long[capacity];
    }

    /// Adds values to the last cell or behind it; none are ignored.
    void add(long key, long count) {
      if (count == 0) {
        return;
      }
      if (size > 0 && keys[size - 1] == key) {
        counts[size - 1] += count;
        return;
      }
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, 2 * size + 16);
        counts = Arrays.copyOf(counts, 2 * size + 16);
      }
      keys[size] = key;
      counts[size] = count;
      size++;
    }

    Cells cells() {
      return new Cells(buckets, CompactLongs.of(keys, size), CompactLongs.of(counts, size));
    }
  }
}
