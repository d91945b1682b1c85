package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The buckets that hold values, ascending, and how many each holds. Immutable.
///
/// @param buckets what the keys are of
/// @param keys gives that of a bucket by its index: unsigned, ascending
/// @param counts gives how many it holds, at least 1
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

  /// These in other buckets of the same dtype, in each of which a bucket of these lies wholly.
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

  /// Takes cells in ascending order.
  static final class Builder {

    private final Buckets buckets;
    private long[] keys = {};
    private long[] counts = {};
    private int size;

    Builder(Buckets buckets) {
      this.buckets = buckets;
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
      return new Cells(buckets, size, compact(keys, size), compact(counts, size));
    }

    /// The first numbers of an array, unsigned, in 2, 4 or 8 bytes for each, as the largest needs.
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
