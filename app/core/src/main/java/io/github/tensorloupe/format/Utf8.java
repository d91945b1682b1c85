package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Validates UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
final class Utf8 {

  private Utf8() {}

  /// Returns the index of the first non-ASCII byte at or after `from`, or `end`.
  static int asciiEnd(byte[] bytes, int from, int end) {
    int i = from;
    // Four words per iteration are fast enough to saturate memory bandwidth.
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

  /// Returns the index of the first malformed byte at or after `from`, or `bytes.length`.
  static int wellFormedEnd(byte[] bytes, int from) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer rest = ByteBuffer.wrap(bytes, from, bytes.length - from);
    CharBuffer characters = CharBuffer.allocate(Math.min(rest.remaining() + 1, 8192));
    while (decoder.decode(rest, characters.clear(), true).isOverflow()) {
      // Discards the characters. The decoder stops at malformed input.
    }
    return rest.position();
  }

  /// Returns true if the bytes from an index to the end are a prefix of a valid character.
  static boolean isCutCharacter(byte[] bytes, int at) {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes, at, bytes.length - at), CharBuffer.allocate(2), false)
        .isUnderflow();
  }

  /// Returns the length in bytes of a character with this first byte, or 1 if the byte is invalid.
  static int lengthFrom(byte first) {
    return switch ((first & 0xff) >>> 4) {
      case 0b1100, 0b1101 -> 2;
      case 0b1110 -> 3;
      case 0b1111 -> (first & 0b1000) == 0 ? 4 : 1;
      default -> 1;
    };
  }

  /// Returns the line and column of an index, both from 1. Columns count characters.
  ///
  /// @param bytes well-formed UTF-8 up to the index
  /// @param index from 0 to the length of the array
  static Sentence location(byte[] bytes, int index) {
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
