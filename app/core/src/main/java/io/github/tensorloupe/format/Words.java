package io.github.tensorloupe.format;

import module java.base;

/// Operations on 8 bytes as a little-endian `long` (a word).
final class Words {

  static final long LOW_BITS = 0x0101_0101_0101_0101L;

  /// The highest bit of each byte. Clear in all ASCII characters.
  static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  /// Returns the 8 bytes at an index as a word.
  static long word(byte[] bytes, int index) {
    return (long) LONG.get(bytes, index);
  }

  /// Returns a word with an ASCII character in each byte.
  static long broadcast(char character) {
    return LOW_BITS * character;
  }

  /// Returns up to 8 ASCII characters as a word, with the first in the lowest byte.
  static long ascii(String text) {
    long word = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      word = word << 8 | text.charAt(i);
    }
    return word;
  }

  /// Returns the end of the run of bytes from an index that equal the bytes of `filled`.
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

  /// Returns a word in which the highest bit is set in each byte that equals the bytes of `filled`.
  /// Bytes above the first match may be set falsely.
  static long markEqualBytes(long word, long filled) {
    long difference = word ^ filled;
    return difference - LOW_BITS & ~difference & HIGH_BITS;
  }
}
