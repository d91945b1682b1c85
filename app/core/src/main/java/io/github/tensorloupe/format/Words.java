package io.github.tensorloupe.format;

import module java.base;

/// Eight bytes of an array at a time, as a `long` whose lowest byte comes first.
final class Words {

  static final long LOW_BITS = 0x0101_0101_0101_0101L;

  /// The highest bit of each byte: set in no ASCII character.
  static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  /// The 8 bytes from an index on, which must all be there.
  static long word(byte[] bytes, int index) {
    return (long) LONG.get(bytes, index);
  }

  /// The word with the same ASCII character in each byte.
  static long filledWith(char character) {
    return LOW_BITS * character;
  }

  /// Up to 8 ASCII characters as the bytes of a word, the first lowest.
  static long ascii(String text) {
    long word = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      word = word << 8 | text.charAt(i);
    }
    return word;
  }

  /// The index up to which all bytes from `from` on are the one that fills a word.
  static int endOfRun(byte[] bytes, int from, int end, long filled) {
    int i = from;
    while (i <= end - Long.BYTES && word(bytes, i) == filled) {
      i += Long.BYTES;
    }
    while (i < end && bytes[i] == (byte) filled) {
      i++;
    }
    return i;
  }

  /// A word that marks with its highest bit each byte of a word that equals the one in `filled`, up
  /// to and including the first such byte; behind it marks may be wrong.
  static long marksOf(long word, long filled) {
    long difference = word ^ filled;
    return difference - LOW_BITS & ~difference & HIGH_BITS;
  }
}
