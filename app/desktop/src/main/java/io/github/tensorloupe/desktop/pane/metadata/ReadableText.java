package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.format.DisplayText;

/// A long value made fit for reading: its lines and tabs stay, what could deceive the eye is
/// escaped, and what is beyond the limit is left out.
///
/// @param text for display
/// @param shownCharacters how many characters of the value it stands for
/// @param characters how many the value has
record ReadableText(String text, int shownCharacters, int characters) {

  /// The most characters of a value that are shown.
  static final int LIMIT = 20_000;

  static ReadableText of(String value) {
    int end = Math.min(LIMIT, value.length());
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < end; i++) {
      char each = value.charAt(i);
      if (each == '\n' || each == '\t') {
        text.append(escaped(line)).append(each);
        line.setLength(0);
      } else if (each != '\r' || i + 1 == value.length() || value.charAt(i + 1) != '\n') {
        line.append(each);
      }
    }
    return new ReadableText(text.append(escaped(line)).toString(), end, value.length());
  }

  /// The beginning of a value on one line: white space of any kind and length becomes one space.
  ///
  /// @param limit the most characters that are looked at
  static String onOneLine(String value, int limit) {
    String begin = value.length() > limit ? value.substring(0, limit) : value;
    String line = begin.strip().replaceAll("\\s+", " ");
    return DisplayText.of(line, limit) + (value.length() > limit ? "…" : "");
  }

  private static String escaped(StringBuilder line) {
    return DisplayText.of(line.toString(), LIMIT);
  }

  boolean isCut() {
    return shownCharacters < characters;
  }
}
