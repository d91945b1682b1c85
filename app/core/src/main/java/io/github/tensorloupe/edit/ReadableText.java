package io.github.tensorloupe.edit;

import io.github.tensorloupe.format.DisplayText;

/// The beginning of a metadata value for display. Lines and tabs are kept, characters that could
/// deceive the reader are escaped, and text beyond the limit is omitted.
///
/// @param text the text for display
/// @param shownCharacters the number of characters of the value that the text represents
public record ReadableText(String text, int shownCharacters) {

  /// Maximum number of characters shown.
  public static final int MAX_CHARACTERS = 20_000;

  /// Returns the beginning of a value, up to [#MAX_CHARACTERS] characters.
  public static ReadableText of(String value) {
    int end = Math.min(MAX_CHARACTERS, value.length());
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    boolean endsInLineBreak = value.startsWith("\r\n", end - 1);
    String begin = value.substring(0, endsInLineBreak ? end - 1 : end).replace("\r\n", "\n");
    return new ReadableText(EditableText.escaped(begin, true, false), end);
  }

  /// Returns the beginning of a value on one line. Each run of white space becomes one space.
  ///
  /// @param limit maximum number of characters read
  public static String onOneLine(String value, int limit) {
    String begin = value.length() > limit ? value.substring(0, limit) : value;
    String line = begin.strip().replaceAll("\\s+", " ");
    return DisplayText.of(line, limit) + (value.length() > limit ? "…" : "");
  }
}
