package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// The beginning of a metadata value, escaped for display except for line feeds and tabs.
///
/// @param text the escaped text
/// @param shownCharacters the number of UTF-16 code units of the value that `text` represents
public record ReadableText(String text, int shownCharacters) {

  /// Maximum number of UTF-16 code units shown.
  public static final int MAX_CHARACTERS = 20_000;

  private static final String ESCAPE_START = "\\u{";

  /// Returns at most the first [#MAX_CHARACTERS] UTF-16 code units of a value.
  public static ReadableText of(String value) {
    int end = DisplayText.prefix(value, MAX_CHARACTERS).length();
    boolean endsInLineBreak = value.startsWith("\r\n", end - 1);
    String begin = value.substring(0, endsInLineBreak ? end - 1 : end).replace("\r\n", "\n");
    return new ReadableText(escaped(begin, true, false), end);
  }

  /// Returns the beginning of a value on one line, with each run of white space replaced by a
  /// space.
  ///
  /// @param limit maximum number of UTF-16 code units read
  public static String onOneLine(String value, int limit) {
    String begin = value.length() > limit ? value.substring(0, limit) : value;
    String line = begin.strip().replaceAll("\\s+", " ");
    return DisplayText.of(line, limit) + (value.length() > limit ? "…" : "");
  }

  /// Escapes unsafe characters.
  ///
  /// @param isMultiline true to preserve line feeds and tabs
  /// @param isReversible true to also escape text that looks like an escape
  public static String escaped(String value, boolean isMultiline, boolean isReversible) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); ) {
      int codePoint = value.codePointAt(i);
      boolean isLayout = isMultiline && (codePoint == '\n' || codePoint == '\t');
      boolean isEscape = isReversible && value.startsWith(ESCAPE_START, i);
      if (isEscape || DisplayText.mustEscape(codePoint) && !isLayout) {
        text.append(String.format(Locale.ROOT, "\\u{%X}", codePoint));
      } else {
        text.appendCodePoint(codePoint);
      }
      i += Character.charCount(codePoint);
    }
    return text.toString();
  }
}
