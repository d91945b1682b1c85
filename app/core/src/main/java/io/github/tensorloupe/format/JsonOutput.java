package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The text of a header as it grows, with room for the header length before it. Escapes what the
/// reference library escapes and nothing else.
final class JsonOutput {

  private static final String SHORT_ESCAPES = "\b\t\n\f\r\"\\";
  private static final String SHORT_LETTERS = "btnfr\"\\";
  private static final String DIGITS = "0123456789abcdef";

  private byte[] bytes = new byte[256];
  private int count = Preface.BYTE_COUNT;

  /// The number of bytes of the text.
  int byteCount() {
    return count - Preface.BYTE_COUNT;
  }

  /// Appends ASCII characters as they are.
  void raw(String ascii) throws UnwritableHeaderException {
    copy(ascii.getBytes(StandardCharsets.US_ASCII), 0, ascii.length());
  }

  /// Appends bytes of another text as they are.
  void copy(byte[] source, int begin, int end) throws UnwritableHeaderException {
    reserve(end - begin);
    System.arraycopy(source, begin, bytes, count, end - begin);
    count += end - begin;
  }

  /// Appends a string with its quotes.
  ///
  /// @throws UnwritableHeaderException if it has a lone surrogate, which UTF-8 cannot hold
  void string(String text) throws UnwritableHeaderException {
    raw("\"");
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      append(codePoint, text);
      i += Character.charCount(codePoint);
    }
    raw("\"");
  }

  private void append(int codePoint, String text) throws UnwritableHeaderException {
    int shortEscape = codePoint > '\\' ? -1 : SHORT_ESCAPES.indexOf(codePoint);
    if (shortEscape >= 0) {
      raw("\\" + SHORT_LETTERS.charAt(shortEscape));
    } else if (codePoint < ' ') {
      raw("\\u00" + DIGITS.charAt(codePoint >>> 4) + DIGITS.charAt(codePoint & 15));
    } else if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      throw new UnwritableHeaderException(
          Sentence.of(
              "The text \"{0}\" has half of a surrogate pair, which is not a character.",
              DisplayText.of(text)));
    } else {
      reserve(4);
      count += Utf8.put(codePoint, bytes, count);
    }
  }

  private void reserve(int byteCount) throws UnwritableHeaderException {
    long needed = (long) count + byteCount;
    if (needed > Preface.BYTE_COUNT + Preface.MAX_HEADER_LENGTH + 4) {
      throw tooLarge();
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, bytes.length * 2L));
    }
  }

  private static UnwritableHeaderException tooLarge() {
    return new UnwritableHeaderException(
        Sentence.of(
            "The header would be larger than the {0} bytes that readers accept.",
            Preface.MAX_HEADER_LENGTH));
  }

  /// The header length and the text.
  ///
  /// @throws UnwritableHeaderException if the text is longer than readers accept
  byte[] toBytes() throws UnwritableHeaderException {
    checkLength();
    Words.putWord(bytes, 0, byteCount());
    return Arrays.copyOf(bytes, count);
  }

  /// The text alone.
  ///
  /// @throws UnwritableHeaderException if it is longer than readers accept
  byte[] text() throws UnwritableHeaderException {
    checkLength();
    return Arrays.copyOfRange(bytes, Preface.BYTE_COUNT, count);
  }

  private void checkLength() throws UnwritableHeaderException {
    if (byteCount() > Preface.MAX_HEADER_LENGTH) {
      throw tooLarge();
    }
  }
}
