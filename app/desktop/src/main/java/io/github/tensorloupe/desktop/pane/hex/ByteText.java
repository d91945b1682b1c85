package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// Bytes for display: two digits and a character.
public final class ByteText {

  /// The character encoding of the display.
  public enum CharacterSet {
    ASCII,
    /// A multi-byte character is shown at its first byte.
    UTF_8
  }

  /// Placeholder for a byte that is not a character.
  public static final String NO_CHARACTER = "·";

  private static final int MAX_UTF_8_BYTES = 4;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final List<String> PAIRS =
      IntStream.range(0, 256).mapToObj(value -> HEX.toHexDigits((byte) value)).toList();
  private static final List<String> CHARACTERS =
      IntStream.range(0, 256)
          .mapToObj(value -> value >= 0x20 && value < 0x7f ? "" + (char) value : NO_CHARACTER)
          .toList();

  private ByteText() {}

  /// Returns the two digits of a byte, or two spaces for [ByteWindow#ABSENT].
  public static String pair(int value) {
    return value == ByteWindow.ABSENT ? "  " : PAIRS.get(value);
  }

  /// Returns the character of a byte: a printable ASCII character, or a UTF-8 character at its
  /// first byte and spaces at the others; otherwise a dot, or a space for [ByteWindow#ABSENT].
  public static String character(ByteWindow window, long byteOffset, CharacterSet characters) {
    int value = window.at(byteOffset);
    if (characters == CharacterSet.ASCII || value < 0x80) {
      return value == ByteWindow.ABSENT ? " " : CHARACTERS.get(value);
    }
    if (value >= 0xc0) {
      return utf8(window, byteOffset).orElse(NO_CHARACTER);
    }
    for (int back = 1; back < MAX_UTF_8_BYTES; back++) {
      int first = window.at(byteOffset - back);
      if (first >= 0xc0) {
        return back < utf8Length(first) && utf8(window, byteOffset - back).isPresent()
            ? " "
            : NO_CHARACTER;
      }
    }
    return NO_CHARACTER;
  }

  private static int utf8Length(int first) {
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  }

  private static Optional<String> utf8(ByteWindow window, long byteOffset) {
    byte[] bytes = new byte[utf8Length(window.at(byteOffset))];
    for (int i = 0; i < bytes.length; i++) {
      if (window.at(byteOffset + i) == ByteWindow.ABSENT) {
        return Optional.empty();
      }
      bytes[i] = (byte) window.at(byteOffset + i);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(text).filter(one -> isVisible(one.codePointAt(0)));
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /// Returns true if a character is visible and does not affect its neighbors.
  private static boolean isVisible(int codePoint) {
    return !DisplayText.mustEscape(codePoint)
        && switch (Character.getType(codePoint)) {
          case Character.NON_SPACING_MARK,
              Character.ENCLOSING_MARK,
              Character.COMBINING_SPACING_MARK,
              Character.PRIVATE_USE,
              Character.UNASSIGNED ->
              false;
          default -> true;
        };
  }
}
