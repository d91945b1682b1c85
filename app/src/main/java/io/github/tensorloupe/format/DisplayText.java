package io.github.tensorloupe.format;

import java.util.Locale;

/// Text from a file made fit for display: it cannot break a line, reverse its neighbours, hide, or
/// fill the screen.
///
/// Control characters, format characters (which include the bidirectional ones), line and paragraph
/// separators and lone surrogates are shown as a backslash, `u` and their code point in hexadecimal
/// within braces; long text is cut and ends in an ellipsis.
public final class DisplayText {

  /// The most characters of a name in a message.
  public static final int NAME_LIMIT = 80;

  private DisplayText() {}

  /// The text in the length of a name within a sentence: at most [#NAME_LIMIT] of its characters.
  public static String of(String text) {
    return of(text, NAME_LIMIT);
  }

  /// The text with at most this many of its characters. Takes time in proportion to `limit`, not to
  /// the text.
  ///
  /// @param limit in UTF-16 units of the text, at least 1; a surrogate pair is never split
  public static String of(String text, int limit) {
    int end = text.length();
    boolean cut = end > limit;
    if (cut) {
      end = limit - (splitsPair(text, limit) ? 1 : 0);
    }
    if (!cut && isPlain(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(end + 16);
    for (int i = 0; i < end; ) {
      int codePoint = text.codePointAt(i);
      append(shown, codePoint);
      i += Character.charCount(codePoint);
    }
    return cut ? shown.append('…').toString() : shown.toString();
  }

  /// Whether this code point must not reach the screen as it is.
  public static boolean isUnfit(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static boolean isPlain(String text) {
    return text.codePoints().noneMatch(DisplayText::isUnfit);
  }

  private static boolean splitsPair(String text, int index) {
    return Character.isHighSurrogate(text.charAt(index - 1))
        && Character.isLowSurrogate(text.charAt(index));
  }

  private static void append(StringBuilder shown, int codePoint) {
    if (isUnfit(codePoint)) {
      shown.append(String.format(Locale.ROOT, "\\u{%X}", codePoint));
    } else {
      shown.appendCodePoint(codePoint);
    }
  }
}
