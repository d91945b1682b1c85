package io.github.tensorloupe.format;

import module java.base;

/// Escapes and shortens text from files for display.
///
/// Control characters, format characters (including bidirectional controls), line and paragraph
/// separators, and unpaired surrogates are replaced by a backslash, `u` and the hexadecimal code
/// point in braces. An ellipsis replaces omitted characters.
public final class DisplayText {

  /// The maximum length of a name in a message, in UTF-16 code units. Longer than the names in
  /// diffusion adapters, which have almost 100.
  public static final int NAME_LIMIT = 120;

  private static final int MAX_NAMES = 8;

  private DisplayText() {}

  /// Returns an escaped name of at most [#NAME_LIMIT] original characters for use within a
  /// sentence. Omits the middle of a longer name, because names often differ only at their ends.
  public static String of(String text) {
    return abbreviateMiddle(text, NAME_LIMIT);
  }

  /// Returns the first eight escaped names for use within a sentence, separated by commas.
  public static String ofAll(Collection<String> names) {
    String shown =
        names.stream().limit(MAX_NAMES).map(DisplayText::of).collect(Collectors.joining(", "));
    return names.size() > MAX_NAMES ? shown + ", …" : shown;
  }

  /// Returns the escaped text. Omits the middle if the text exceeds `limit` UTF-16 code units.
  public static String abbreviateMiddle(String text, int limit) {
    if (text.length() <= limit) {
      return escaped(text);
    }
    int begin = text.length() - limit / 2;
    return of(text, limit / 2)
        + escaped(text.substring(splitsPair(text, begin) ? begin + 1 : begin));
  }

  /// Returns the escaped beginning of the text, in O(`limit`) time.
  ///
  /// @param limit the maximum number of UTF-16 code units, at least 1; surrogate pairs are not
  ///   split
  public static String of(String text, int limit) {
    return text.length() <= limit ? escaped(text) : escaped(prefix(text, limit)) + '…';
  }

  /// Returns at most the first `limit` UTF-16 code units of a text, not escaped. Surrogate pairs
  /// are not split.
  public static String prefix(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    return text.substring(0, splitsPair(text, limit) ? limit - 1 : limit);
  }

  /// Removes the source location and the period from the message of a JSON parser. The result is
  /// not escaped.
  public static String withoutLocation(String parserMessage) {
    return parserMessage
        .replaceFirst("(?s)\\s*\\((?:for|start marker).*", "")
        .replaceFirst("\\.$", "");
  }

  private static String escaped(String text) {
    return text.codePoints().noneMatch(DisplayText::mustEscape)
        ? text
        : text.codePoints().mapToObj(DisplayText::shown).collect(Collectors.joining());
  }

  public static boolean mustEscape(int codePoint) {
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
    return mustEscape(codePoint)
        ? String.format(Locale.ROOT, "\\u{%X}", codePoint)
        : Character.toString(codePoint);
  }
}
