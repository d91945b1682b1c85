package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The nonempty buckets of a distribution, called cells, with their counts. Immutable.
///
/// @param keys returns the key of a cell by index: unsigned, ascending
/// @param counts returns the number of values in a cell by index, at least 1
record Cells(Buckets buckets, int size, IntToLongFunction keys, IntToLongFunction counts) {

  private long key(int index) {
    return keys.applyAsLong(index);
  }

  long count(int index) {
    return counts.applyAsLong(index);
  }

  long first(int index) {
    return buckets.first(key(index));
  }

  long last(int index) {
    return buckets.last(key(index));
  }

  /// Combines these cells into wider buckets, each of which contains entire buckets.
  Cells in(Buckets wider) {
    if (wider == buckets) {
      return this;
    }
    Builder builder = new Builder(wider);
    for (int i = 0; i < size(); i++) {
      builder.add(wider.key(first(i)), count(i));
    }
    return builder.cells();
  }

  /// Adds the counts of corresponding cells of parts with the same buckets.
  static Cells sum(List<Cells> parts) {
    if (parts.size() <= 1) {
      return parts.isEmpty() ? new Builder(Buckets.SINGLE).cells() : parts.getFirst();
    }
    int middle = parts.size() / 2;
    return sum(parts.subList(0, middle)).plus(sum(parts.subList(middle, parts.size())));
  }

  private Cells plus(Cells other) {
    Builder builder = new Builder(buckets);
    int j = 0;
    for (int i = 0; i < size; i++) {
      for (; j < other.size && Long.compareUnsigned(other.key(j), key(i)) < 0; j++) {
        builder.add(other.key(j), other.count(j));
      }
      builder.add(key(i), count(i));
    }
    for (; j < other.size; j++) {
      builder.add(other.key(j), other.count(j));
    }
    return builder.cells();
  }

  static final class Builder {

    private final Buckets buckets;
    private long[] keys = {};
    private long[] counts = {};
    private int size;

    Builder(Buckets buckets) {
      this.buckets = buckets;
    }

    /// Adds values to the last cell or, for a higher key, appends a cell. Ignores a count of 0.
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
      return new Cells(buckets, size, compact(keys, size), compact(counts, size));
    }

    /// Copies unsigned numbers, using 2, 4 or 8 bytes each.
    private static IntToLongFunction compact(long[] values, int size) {
      long bits = 0;
      for (int i = 0; i < size; i++) {
        bits |= values[i];
      }
      if (bits >>> Character.SIZE == 0) {
        char[] chars = new char[size];
        for (int i = 0; i < size; i++) {
          chars[i] = (char) values[i];
        }
        return i -> chars[i];
      }
      if (bits >>> Integer.SIZE == 0) {
        int[] ints = new int[size];
        for (int i = 0; i < size; i++) {
          ints[i] = (int) values[i];
        }
        return i -> Integer.toUnsignedLong(ints[i]);
      }
      long[] longs = Arrays.copyOf(values, size);
      return i -> longs[i];
    }
  }
}
