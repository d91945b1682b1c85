package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// An array of unsigned numbers that takes 2, 4 or 8 bytes for each, as the largest needs.
/// Immutable.
///
/// @param size how many numbers
/// @param numbers gives the one at an index
record CompactLongs(int size, IntToLongFunction numbers) {

  /// The first `size` numbers of an array.
  static CompactLongs of(long[] values, int size) {
    long bits = 0;
    for (int i = 0; i < size; i++) {
      bits |= values[i];
    }
    if (bits >>> Character.SIZE == 0) {
      char[] chars = new char[size];
      for (int i = 0; i < size; i++) {
        chars[i] = (char) values[i];
      }
      return new CompactLongs(size, i -> chars[i]);
    }
    if (bits >>> Integer.SIZE == 0) {
      int[] ints = new int[size];
      for (int i = 0; i < size; i++) {
        ints[i] = (int) values[i];
      }
      return new CompactLongs(size, i -> Integer.toUnsignedLong(ints[i]));
    }
    long[] longs = Arrays.copyOf(values, size);
    return new CompactLongs(size, i -> longs[i]);
  }

  long get(int index) {
    return numbers.applyAsLong(index);
  }
}
