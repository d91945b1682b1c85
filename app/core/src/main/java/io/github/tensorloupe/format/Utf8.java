package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Sentence;

/// The rules of UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
final class Utf8 {

  private Utf8() {}

  /// The index of the first byte that is not ASCII, from `from` on; `end` where there is none.
  static int asciiEnd(byte[] bytes, int from, int end) {
    int i = from;
    // Four words at a time run at the speed of memory.
    for (; i <= end - 4 * Long.BYTES; i += 4 * Long.BYTES) {
      long words =
          Words.word(bytes, i)
              | Words.word(bytes, i + 8)
              | Words.word(bytes, i + 16)
              | Words.word(bytes, i + 24);
      if ((words & Words.HIGH_BITS) != 0) {
        break;
      }
    }
    while (i < end && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /// The index behind the well-formed characters from an index on: `bytes.length` where all of them
  /// are well-formed.
  static int wellFormedEnd(byte[] bytes, int from) {
    int end = bytes.length;
    int i = from;
    while (i < end) {
      int length = lengthAt(bytes, i, end);
      if (length == 0) {
        return i;
      }
      i += length;
      if (i < end && bytes[i] >= 0) {
        i = asciiEnd(bytes, i, end);
      }
    }
    return end;
  }

  /// The number of bytes of the character at an index, or 0 where it is not well-formed.
  private static int lengthAt(byte[] bytes, int at, int end) {
    int length = lengthFrom(bytes[at]);
    if (length > end - at || length == 1 && bytes[at] < 0) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if (!isContinuation(bytes[at + i])) {
        return 0;
      }
    }
    int codePoint = codePointAt(bytes, at, length);
    boolean fits =
        switch (length) {
          case 1 -> true;
          case 2 -> codePoint >= 0x80;
          case 3 -> codePoint >= 0x800 && (codePoint < 0xD800 || codePoint > 0xDFFF);
          default -> codePoint >= 0x10000 && codePoint <= 0x10FFFF;
        };
    return fits ? length : 0;
  }

  /// True if the bytes from an index to the end could begin a character that was cut off.
  static boolean isCutCharacter(byte[] bytes, int at) {
    int length = lengthFrom(bytes[at]);
    if (bytes.length - at >= length) {
      return false;
    }
    for (int i = at + 1; i < bytes.length; i++) {
      if (!isContinuation(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  /// The number of bytes of a character that begins with this byte; 1 where none does.
  static int lengthFrom(byte first) {
    return switch ((first & 0xff) >>> 4) {
      case 0b1100, 0b1101 -> 2;
      case 0b1110 -> 3;
      case 0b1111 -> (first & 0b1000) == 0 ? 4 : 1;
      default -> 1;
    };
  }

  /// The place of a byte as editors count it: line and column from 1, the column in characters.
  ///
  /// @param bytes UTF-8 up to the index
  /// @param index up to the length
  static Sentence place(byte[] bytes, int index) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < index; i++) {
      if (bytes[i] == '\n') {
        line++;
        column = 1;
      } else if (!isContinuation(bytes[i])) {
        column++;
      }
    }
    return Sentence.of("line {0}, column {1}", line, column);
  }

  private static boolean isContinuation(byte next) {
    return (next & 0b1100_0000) == 0b1000_0000;
  }

  private static int codePointAt(byte[] bytes, int at, int length) {
    int codePoint = length == 1 ? bytes[at] : bytes[at] & 0x7f >>> length;
    for (int i = 1; i < length; i++) {
      codePoint = codePoint << 6 | bytes[at + i] & 0b11_1111;
    }
    return codePoint;
  }

  /// Writes a code point and gives the number of bytes.
  static int put(int codePoint, byte[] target, int at) {
    if (codePoint < 0x80) {
      target[at] = (byte) codePoint;
      return 1;
    }
    int length = codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    int rest = codePoint;
    for (int i = length - 1; i > 0; i--) {
      target[at + i] = (byte) (0b1000_0000 | rest & 0b11_1111);
      rest >>>= 6;
    }
    target[at] = (byte) (0xf00 >>> length | rest);
    return length;
  }
}
