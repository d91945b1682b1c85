package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The escapes in JSON strings and their decoding.
final class JsonEscapes {

  static final String EXPECTED =
      "an escape: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four digits, surrogates in pairs";

  private JsonEscapes() {}

  /// Returns the length in bytes of the escape at an index (both `\\u` escapes of a surrogate
  /// pair), or -1 if it is invalid.
  ///
  /// @param isLenient true to accept unpaired surrogates
  static int lengthAt(byte[] bytes, int at, int end, boolean isLenient) {
    if (at + 1 >= end) {
      return -1;
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
      case 'u' -> unicodeLengthAt(bytes, at, end, isLenient);
      default -> -1;
    };
  }

  private static int unicodeLengthAt(byte[] bytes, int at, int end, boolean isLenient) {
    int unit = unitAt(bytes, at, end);
    if (unit < 0) {
      return -1;
    }
    if (isLenient || !Character.isSurrogate((char) unit)) {
      return 6;
    }
    int low = unitAt(bytes, at + 6, end);
    return low >= 0 && Character.isSurrogatePair((char) unit, (char) low) ? 12 : -1;
  }

  /// Returns the UTF-16 code unit of the `\\u` escape at an index, or -1 if it is invalid.
  private static int unitAt(byte[] bytes, int at, int end) {
    if (at + 6 > end || bytes[at] != '\\' || bytes[at + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /// Decodes the content of a JSON string, whose escapes must be valid.
  static String text(byte[] bytes, int begin, int end) {
    int at = plainEnd(bytes, begin, end);
    String plain = new String(bytes, begin, at - begin, UTF_8);
    if (at == end) {
      return plain;
    }
    StringBuilder text = new StringBuilder(end - begin).append(plain);
    while (at < end) {
      boolean isUnit = bytes[at + 1] == 'u';
      text.append(isUnit ? (char) unitAt(bytes, at, end) : meaning(bytes[at + 1]));
      int from = at + (isUnit ? 6 : 2);
      at = plainEnd(bytes, from, end);
      text.append(new String(bytes, from, at - from, UTF_8));
    }
    return text.toString();
  }

  private static int plainEnd(byte[] bytes, int begin, int end) {
    int at = begin;
    while (at < end && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  private static char meaning(byte letter) {
    int index = "bfnrt".indexOf(letter);
    return index < 0 ? (char) letter : "\b\f\n\r\t".charAt(index);
  }
}
