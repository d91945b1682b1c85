package io.github.tensorloupe.format;

import module java.base;

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
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer rest = ByteBuffer.wrap(bytes, from, bytes.length - from);
    CharBuffer characters = CharBuffer.allocate(Math.min(rest.remaining() + 1, 8192));
    while (decoder.decode(rest, characters.clear(), true).isOverflow()) {
      // The decoder stops at what is malformed; the characters are not needed.
    }
    return rest.position();
  }

  /// True if the bytes from an index to the end could begin a character that was cut off.
  static boolean isCutCharacter(byte[] bytes, int at) {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes, at, bytes.length - at), CharBuffer.allocate(2), false)
        .isUnderflow();
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
      } else if ((bytes[i] & 0b1100_0000) != 0b1000_0000) {
        column++;
      }
    }
    return Sentence.of("line {0}, column {1}", line, column);
  }
}
