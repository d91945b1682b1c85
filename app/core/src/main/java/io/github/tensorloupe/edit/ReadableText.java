package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// The beginning of a metadata value for display. Lines and tabs are kept, characters that could
/// deceive the reader are escaped, and text beyond the limit is omitted.
///
/// @param text the text for display
/// @param shownCharacters the number of characters of the value that the text represents
public record ReadableText(String text, int shownCharacters) {

  /// Maximum number of characters shown.
  public static final int MAX_CHARACTERS = 20_000;

  private static final String ESCAPE_START = "\\u{";

  /// Returns the beginning of a value, up to [#MAX_CHARACTERS] characters.
  public static ReadableText of(String value) {
    int end = Math.min(MAX_CHARACTERS, value.length());
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    boolean endsInLineBreak = value.startsWith("\r\n", end - 1);
    String begin = value.substring(0, endsInLineBreak ? end - 1 : end).replace("\r\n", "\n");
    return new ReadableText(escaped(begin, true, false), end);
  }

  /// Returns the beginning of a value on one line. Each run of white space becomes one space.
  ///
  /// @param limit maximum number of characters read
  public static String onOneLine(String value, int limit) {
    String begin = value.length() > limit ? value.substring(0, limit) : value;
    String line = begin.strip().replaceAll("\\s+", " ");
    return DisplayText.of(line, limit) + (value.length() > limit ? "…" : "");
  }

  /// Escapes unsafe characters.
  ///
  /// @param lines true to keep line feeds and tabs
  /// @param isReversible true to escape text that looks like an escape
  public static String escaped(String value, boolean lines, boolean isReversible) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); ) {
      int codePoint = value.codePointAt(i);
      boolean isLayout = lines && (codePoint == '\n' || codePoint == '\t');
      boolean isEscape = isReversible && value.startsWith(ESCAPE_START, i);
      if (isEscape || DisplayText.isUnfit(codePoint) && !isLayout) {
        text.append(String.format(Locale.ROOT, "\\u{%X}", codePoint));
      } else {
        text.appendCodePoint(codePoint);
      }
      i += Character.charCount(codePoint);
    }
    return text.toString();
  }
}
