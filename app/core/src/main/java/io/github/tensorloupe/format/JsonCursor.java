package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.tensorloupe.text.Sentence;

/// A cursor over strict JSON (RFC 8259) in well-formed UTF-8. Accepts the numbers that the
/// reference library accepts. Reads forward without backtracking.
final class JsonCursor {

  static final int END = -1;

  static final int MAX_DEPTH = 127;

  private static final long QUOTES = Words.broadcast('"');
  private static final long BACKSLASHES = Words.broadcast('\\');
  private static final long SPACES = Words.broadcast(' ');

  private final byte[] bytes;
  private final int end;
  private final boolean isAscii;
  private int position;

  /// True to accept numbers of any size and escaped unpaired surrogates, as readers of indexes do.
  boolean isLenient;

  /// @param end index after the last byte of the text
  /// @param isAscii true if the text contains only ASCII characters
  JsonCursor(byte[] bytes, int end, boolean isAscii) {
    this.bytes = bytes;
    this.end = end;
    this.isAscii = isAscii;
  }

  int position() {
    return position;
  }

  /// Skips white space and returns the next byte, unsigned, or [#END].
  int peek() {
    int i = position;
    while (i < end) {
      byte next = bytes[i];
      if (next > ' ' || next != ' ' && next != '\n' && next != '\t' && next != '\r') {
        position = i;
        return next & 0xff;
      }
      i = next == ' ' ? Words.endOfRun(bytes, i + 1, end, SPACES) : i + 1;
    }
    position = end;
    return END;
  }

  boolean skipIf(char character) {
    // Fast path: most headers contain no white space.
    if (position < end && bytes[position] == character || peek() == character) {
      position++;
      return true;
    }
    return false;
  }

  void expect(char character, String expected) throws HeaderSyntaxException {
    if (!skipIf(character)) {
      throw error(expected);
    }
  }

  void skip(int count) {
    position += count;
  }

  /// Returns true if the text at `offset` bytes from the cursor starts with up to 8 ASCII
  /// characters. Returns false if fewer than 8 bytes remain there.
  boolean startsWith(int offset, long ascii) {
    int i = position + offset;
    return i <= end - Long.BYTES
        && (Words.word(bytes, i) & -1L >>> (Long.numberOfLeadingZeros(ascii) & -8)) == ascii;
  }

  /// Skips a quote and the given characters if they are next. Returns true if skipped.
  boolean skipQuotedIf(long ascii) {
    if (!startsWith(1, ascii)) {
      return false;
    }
    position += 1 + Long.BYTES - (Long.numberOfLeadingZeros(ascii) >>> 3);
    return true;
  }

  String string(String expected) throws HeaderSyntaxException {
    peek();
    int from = position + 1;
    return skipString(expected)
        ? JsonEscapes.text(bytes, from, position - 1)
        : new String(bytes, from, position - 1 - from, isAscii ? ISO_8859_1 : UTF_8);
  }

  String name() throws HeaderSyntaxException {
    String name = string("a name in quotes");
    expect(':', "':' after a name");
    return name;
  }

  /// @return true if the string contains escapes
  boolean skipString(String expected) throws HeaderSyntaxException {
    if (peek() != '"') {
      throw error(expected);
    }
    int plainEnd = plainEnd(position + 1);
    position = plainEnd;
    while (position < end && bytes[position] != '"') {
      if (bytes[position] != '\\') {
        throw error("a string without raw control characters");
      }
      int length = JsonEscapes.lengthAt(bytes, position, end, isLenient);
      if (length < 0) {
        throw error(position, Math.min(end, position + 2), JsonEscapes.EXPECTED);
      }
      position = plainEnd(position + length);
    }
    if (position >= end) {
      throw error("the closing '\"' of a string");
    }
    return position++ > plainEnd;
  }

  /// Returns the index of the first quote, backslash or control character from an index, or the
  /// end.
  private int plainEnd(int from) {
    int i = from;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long word = Words.word(bytes, i);
      long control = word - SPACES & ~word & Words.HIGH_BITS;
      long marks =
          control | Words.markEqualBytes(word, QUOTES) | Words.markEqualBytes(word, BACKSLASHES);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
    }
    while (i < end && bytes[i] != '"' && bytes[i] != '\\' && (bytes[i] & 0xff) >= ' ') {
      i++;
    }
    return i;
  }

  /// Reads an integer from 0 to 2^64-1, returned as an unsigned `long`.
  long unsignedInteger(String expected) throws HeaderSyntaxException {
    peek();
    int from = position;
    int i = from;
    long value = 0;
    for (; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      // 19 digits never overflow.
      if (i - from >= 19 && JsonNumber.overflows(value, digit)) {
        throw error(from, i + 1, Sentence.of("{0}, at most 2^64-1", Sentence.of(expected)));
      }
      value = value * 10 + digit;
    }
    boolean hasFraction = i < end && (bytes[i] == '.' || (bytes[i] | 0x20) == 'e');
    if (i == from || hasFraction || bytes[from] == '0' && i - from > 1) {
      throw i == from ? error(expected) : error(from, Math.min(end, i + 1), expected);
    }
    position = i;
    return value;
  }

  void skipNumber() throws HeaderSyntaxException {
    JsonNumber number = new JsonNumber(bytes, position, end);
    int from = position;
    boolean isNumber = number.skip();
    position = number.at;
    if (!isNumber) {
      throw error("a digit of a number");
    }
    if (!isLenient && !number.isFinite()) {
      throw error(from, position, "a number within the range of a double");
    }
  }

  void skipLiteral(String word) throws HeaderSyntaxException {
    for (int i = 0; i < word.length(); i++) {
      if (position + i >= end || bytes[position + i] != word.charAt(i)) {
        position += i;
        throw error("'" + word + "'");
      }
    }
    position += word.length();
  }

  /// Skips the next value. Enforces strict JSON and the limits of the reference library on nesting
  /// and numbers.
  ///
  /// @param depth the number of enclosing objects and arrays
  void skipValue(int depth) throws HeaderSyntaxException {
    switch (peek()) {
      case '{' -> skipElements('}', depth);
      case '[' -> skipElements(']', depth);
      case '"' -> skipString("a value");
      case 't' -> skipLiteral("true");
      case 'f' -> skipLiteral("false");
      case 'n' -> skipLiteral("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> skipNumber();
      default -> throw error("a value");
    }
  }

  private void skipElements(char close, int depth) throws HeaderSyntaxException {
    if (depth >= MAX_DEPTH) {
      throw error(Sentence.of("at most {0} nested objects and arrays", MAX_DEPTH));
    }
    position++;
    elements(
        close,
        "',' or '" + close + "'",
        () -> {
          if (close == '}') {
            skipString("a name in quotes");
            expect(':', "':' after a name");
          }
          skipValue(depth + 1);
        });
  }

  interface Element<X extends Exception> {
    void read() throws HeaderSyntaxException, X;
  }

  /// Reads the elements of an array or object from after its opening bracket to its closing
  /// bracket.
  <X extends Exception> void elements(char close, String expected, Element<X> element)
      throws HeaderSyntaxException, X {
    if (!skipIf(close)) {
      do {
        element.read();
      } while (skipIf(','));
      expect(close, expected);
    }
  }

  HeaderSyntaxException error(String expected) {
    return error(Sentence.of(expected));
  }

  HeaderSyntaxException error(Sentence expected) {
    return error(
        position,
        position >= end ? end : Math.min(end, position + Utf8.lengthFrom(bytes[position])),
        expected);
  }

  HeaderSyntaxException error(int from, int to, String expected) {
    return error(from, to, Sentence.of(expected));
  }

  HeaderSyntaxException error(int from, int to, Sentence expected) {
    Sentence actual =
        from >= end
            ? Sentence.of("the end of the text")
            : Sentence.of(
                "'{0}'", DisplayText.of(new String(bytes, from, Math.min(to - from, 320), UTF_8)));
    return new HeaderSyntaxException(from, to, expected, actual);
  }
}
