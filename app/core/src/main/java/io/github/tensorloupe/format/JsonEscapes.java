package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The inside of a JSON string that has escapes, already checked by [#lengthAt(byte[], int, int)].
final class JsonEscapes {

  /// The forms that an escape may have.
  static final String EXPECTED =
      "an escape: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four digits, surrogates in pairs";

  private final byte[] bytes;
  private final int to;
  private int from;
  private final byte[] target;
  private int count;

  JsonEscapes(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    // An escape is never shorter than the UTF-8 of what it stands for.
    this.target = new byte[to - from];
  }

  /// The number of bytes of the escape at an index (two of `\\u` for a surrogate pair), or -1 where
  /// it is none.
  static int lengthAt(byte[] bytes, int at, int end) {
    if (at + 1 >= end) {
      return -1;
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
      case 'u' -> unicodeLengthAt(bytes, at, end);
      default -> -1;
    };
  }

  /// True if one of these bytes begins an escape.
  static boolean isIn(byte[] bytes, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  private static int unicodeLengthAt(byte[] bytes, int at, int end) {
    int unit = unitAt(bytes, at, end);
    if (unit < 0 || Character.isLowSurrogate((char) unit)) {
      return -1;
    }
    if (!Character.isHighSurrogate((char) unit)) {
      return 6;
    }
    int low = unitAt(bytes, at + 6, end);
    return low >= 0 && Character.isLowSurrogate((char) low) ? 12 : -1;
  }

  /// The UTF-16 unit of the `\\u` escape at an index, or -1 where it is none.
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

  /// The text that the string stands for.
  String text() {
    while (from < to) {
      if (bytes[from] == '\\') {
        appendEscape();
      } else {
        target[count++] = bytes[from++];
      }
    }
    return new String(target, 0, count, UTF_8);
  }

  private void appendEscape() {
    int length = lengthAt(bytes, from, to);
    switch (bytes[from + 1]) {
      case 'b' -> target[count++] = '\b';
      case 'f' -> target[count++] = '\f';
      case 'n' -> target[count++] = '\n';
      case 'r' -> target[count++] = '\r';
      case 't' -> target[count++] = '\t';
      case 'u' -> appendUnicode(length);
      default -> target[count++] = bytes[from + 1];
    }
    from += length;
  }

  private void appendUnicode(int length) {
    int codePoint = unitAt(bytes, from, to);
    if (length == 12) {
      codePoint = Character.toCodePoint((char) codePoint, (char) unitAt(bytes, from + 6, to));
    }
    count += Utf8.put(codePoint, target, count);
  }
}
