package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// An array of unsigned numbers that takes 2, 4 or 8 bytes for each, as the largest needs.
/// Immutable.
sealed interface CompactLongs {

  int size();

  long get(int index);

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
      return new Chars(chars);
    }
    if (bits >>> Integer.SIZE == 0) {
      int[] ints = new int[size];
      for (int i = 0; i < size; i++) {
        ints[i] = (int) values[i];
      }
      return new Ints(ints);
    }
    return new Longs(Arrays.copyOf(values, size));
  }

  /// Of up to 16 bits.
  record Chars(char[] values) implements CompactLongs {
    @Override
    public int size() {
      return values.length;
    }

    @Override
    public long get(int index) {
      return values[index];
    }
  }

  /// Of up to 32 bits.
  record Ints(int[] values) implements CompactLongs {
    @Override
    public int size() {
      return values.length;
    }

    @Override
    public long get(int index) {
      return Integer.toUnsignedLong(values[index]);
    }
  }

  /// Of up to 64 bits.
  record Longs(long[] values) implements CompactLongs {
    @Override
    public int size() {
      return values.length;
    }

    @Override
    public long get(int index) {
      return values[index];
    }
  }
}
