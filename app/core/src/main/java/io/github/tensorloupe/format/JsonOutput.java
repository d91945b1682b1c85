package io.github.tensorloupe.format;

import module java.base;

/// A buffer for the text of a header, limited to the maximum header length. Escapes the characters
/// that the reference library escapes.
final class JsonOutput {

  private static final String SHORT_ESCAPES = "\b\t\n\f\r\"\\";
  private static final String SHORT_LETTERS = "btnfr\"\\";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

  int byteCount() {
    return bytes.size();
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  void raw(String ascii) throws UnwritableHeaderException {
    copy(ascii.getBytes(StandardCharsets.US_ASCII), 0, ascii.length());
  }

  void copy(byte[] source, int begin, int end) throws UnwritableHeaderException {
    if ((long) byteCount() + end - begin > Preface.MAX_HEADER_LENGTH) {
      throw new UnwritableHeaderException(
          "The header would be larger than the {0} bytes that readers accept.",
          Preface.MAX_HEADER_LENGTH);
    }
    bytes.write(source, begin, end - begin);
  }

  /// @throws UnwritableHeaderException if the string contains an unpaired surrogate
  void string(String text) throws UnwritableHeaderException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    // The encoder replaces an unpaired surrogate by a question mark.
    if (!new String(utf8, StandardCharsets.UTF_8).equals(text)) {
      throw new UnwritableHeaderException(
          "The text \"{0}\" contains an unpaired surrogate, which is not a character.",
          DisplayText.of(text));
    }
    raw("\"");
    int plain = 0;
    for (int i = 0; i < utf8.length; i++) {
      if (utf8[i] >= 0 && utf8[i] < ' ' || utf8[i] == '"' || utf8[i] == '\\') {
        copy(utf8, plain, i);
        int letter = SHORT_ESCAPES.indexOf(utf8[i]);
        raw(
            letter < 0
                ? "\\u" + HexFormat.of().toHexDigits((char) utf8[i])
                : "\\" + SHORT_LETTERS.charAt(letter));
        plain = i + 1;
      }
    }
    copy(utf8, plain, utf8.length);
    raw("\"");
  }
}
