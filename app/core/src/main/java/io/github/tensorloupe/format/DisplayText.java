package io.github.tensorloupe.format;

import module java.base;

/// Text from a file made fit for display: it cannot break a line, reverse its neighbors, hide, or
/// fill the screen.
///
/// Control characters, format characters (which include the bidirectional ones), line and paragraph
/// separators and lone surrogates are shown as a backslash, `u` and their code point in hexadecimal
/// within braces; where long text is cut, there is an ellipsis.
public final class DisplayText {

  /// The most characters of a name in a message. Adapters of diffusion models have names of nearly
  /// a hundred.
  public static final int NAME_LIMIT = 120;

  private DisplayText() {}

  /// The text in the length of a name within a sentence: at most [#NAME_LIMIT] of its characters.
  /// Of a longer one the middle is left out, since names often differ at their ends alone.
  public static String of(String text) {
    return bothEnds(text, NAME_LIMIT);
  }

  /// The text with at most this many of its characters, half of them from either end.
  public static String bothEnds(String text, int limit) {
    if (text.length() <= limit) {
      return escaped(text);
    }
    int begin = text.length() - limit / 2;
    return of(text, limit / 2)
        + escaped(text.substring(splitsPair(text, begin) ? begin + 1 : begin));
  }

  /// The text with at most this many of its characters. Takes time in proportion to `limit`, not to
  /// the text.
  ///
  /// @param limit in UTF-16 units of the text, at least 1; a surrogate pair is never split
  public static String of(String text, int limit) {
    return text.length() <= limit
        ? escaped(text)
        : escaped(text.substring(0, splitsPair(text, limit) ? limit - 1 : limit)) + '…';
  }

  private static String escaped(String text) {
    return text.codePoints().noneMatch(DisplayText::isUnfit)
        ? text
        : text.codePoints().mapToObj(DisplayText::shown).collect(Collectors.joining());
  }

  /// True if this code point must not reach the screen as it is.
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

  private static boolean splitsPair(String text, int index) {
    return Character.isHighSurrogate(text.charAt(index - 1))
        && Character.isLowSurrogate(text.charAt(index));
  }

  private static String shown(int codePoint) {
    return isUnfit(codePoint)
        ? String.format(Locale.ROOT, "\\u{%X}", codePoint)
        : Character.toString(codePoint);
  }
}
