package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// A string or byte string, which is a slice of the pickle.
public final class PickleText implements PickleValue {

  /// The encoding of the slice.
  enum Coding {
    /// UTF-8 in which surrogates are allowed.
    UTF8,
    /// Latin-1 with `\\u` escapes, as in protocol 0.
    RAW_ESCAPES,
    /// The content of a string literal of Python 2.
    LITERAL,
    BYTES
  }

  /// The length of the beginning of a text, which has at least 200 characters unless they are
  /// escaped.
  static final int MAX_BEGINNING_BYTES = 800;

  /// The length of the longest escape of a character, `\\U` and eight digits.
  private static final int MAX_ESCAPE_BYTES = 10;

  private final PickleBytes bytes;
  private final int offset;
  private final int length;
  private final Coding coding;

  PickleText(PickleBytes bytes, int offset, int length, Coding coding) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.coding = coding;
  }

  /// Returns false for a byte string.
  public boolean isText() {
    return coding != Coding.BYTES;
  }

  /// Returns the number of bytes in the pickle, at least the number of UTF-16 code units.
  public int length() {
    return length;
  }

  /// Returns true if the slice is well-formed. Decodes it without a copy.
  boolean isWellFormed() throws IOException {
    return decode(null);
  }

  /// Returns the text. The bytes of a byte string are decoded as Latin-1.
  public String text() throws IOException {
    StringBuilder text = new StringBuilder(length);
    decode(text);
    return text.toString();
  }

  /// Returns the beginning of the text for display.
  public String beginning() throws IOException {
    return length <= MAX_BEGINNING_BYTES
        ? text()
        : new PickleText(bytes, offset, MAX_BEGINNING_BYTES, coding).text() + "…";
  }

  /// Returns true if the text or the bytes are equal to an ASCII string.
  public boolean is(String ascii) throws IOException {
    if (coding != Coding.UTF8 && coding != Coding.BYTES) {
      return length <= MAX_ESCAPE_BYTES * ascii.length() && text().equals(ascii);
    }
    if (length != ascii.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes.at(offset + i) != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean decode(StringBuilder text) throws IOException {
    return switch (coding) {
      case UTF8 -> decodeUtf8(text);
      case RAW_ESCAPES -> decodeEscapes(text, false);
      case LITERAL -> decodeEscapes(text, true);
      case BYTES -> {
        for (int i = 0; i < length && text != null; i++) {
          text.append((char) bytes.at(offset + i));
        }
        yield true;
      }
    };
  }

  private boolean decodeUtf8(StringBuilder text) throws IOException {
    for (int at = offset, end = offset + length; at < end; ) {
      int first = bytes.at(at++);
      int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
      if (more < 0 || first > 0xf4 || at + more > end) {
        return false;
      }
      int codePoint = more == 0 ? first : first & 0x3f >> more;
      for (int i = 0; i < more; i++) {
        int next = bytes.at(at++);
        if ((next & 0xc0) != 0x80) {
          return false;
        }
        codePoint = codePoint << 6 | next & 0x3f;
      }
      boolean isOverlong = more == 2 && codePoint < 0x800 || more == 3 && codePoint < 0x10000;
      if (isOverlong || codePoint > Character.MAX_CODE_POINT) {
        return false;
      }
      if (text != null) {
        text.appendCodePoint(codePoint);
      }
    }
    return true;
  }

  private boolean decodeEscapes(StringBuilder text, boolean isLiteral) throws IOException {
    for (int at = offset, end = offset + length; at < end; ) {
      int character = bytes.at(at++);
      if (character == '\\' && (isLiteral || at < end && "uU".indexOf(bytes.at(at)) >= 0)) {
        if (at == end) {
          return false;
        }
        int letter = bytes.at(at++);
        int digits =
            switch (letter) {
              case 'x' -> isLiteral ? 2 : 0;
              case 'u' -> isLiteral ? 0 : 4;
              case 'U' -> isLiteral ? 0 : 8;
              default -> 0;
            };
        if (digits > 0) {
          character = at + digits > end ? -1 : hexadecimal(at, digits);
          at += digits;
        } else if (letter >= '0' && letter <= '7') {
          character = letter - '0';
          for (int i = 0; i < 2 && at < end && bytes.at(at) >= '0' && bytes.at(at) <= '7'; i++) {
            character = character * 8 + bytes.at(at++) - '0';
          }
          character &= 0xff;
        } else {
          int known = "abfnrtv".indexOf(letter);
          character = known >= 0 ? "\u0007\b\f\n\r\t\u000b".charAt(known) : letter;
          if (known < 0 && "\\'\"".indexOf(letter) < 0 && text != null) {
            text.append('\\');
          }
        }
        if (!Character.isValidCodePoint(character)) {
          return false;
        }
      }
      if (text != null) {
        text.appendCodePoint(character);
      }
    }
    return true;
  }

  private int hexadecimal(int from, int count) throws IOException {
    int number = 0;
    for (int i = 0; i < count; i++) {
      int digit = Character.digit((char) bytes.at(from + i), 16);
      if (digit < 0 || number > Character.MAX_CODE_POINT) {
        return -1;
      }
      number = number * 16 + digit;
    }
    return number;
  }

  /// Compares the UTF-8 forms or the bytes.
  int compareTo(PickleText other) throws IOException {
    boolean isSlice = coding == Coding.UTF8 || coding == Coding.BYTES;
    if (isSlice && coding == other.coding && bytes == other.bytes) {
      return bytes.compare(offset, length, other.offset, other.length);
    }
    byte[] own = text().getBytes(StandardCharsets.UTF_8);
    return Arrays.compareUnsigned(own, other.text().getBytes(StandardCharsets.UTF_8));
  }
}
