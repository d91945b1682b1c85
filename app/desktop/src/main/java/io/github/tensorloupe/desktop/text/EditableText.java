package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.edit.ReadableText;

/// A metadata value as text for an input field, convertible in both directions without loss.
///
/// Characters that an input field would drop or that could deceive the reader are shown as escapes:
/// a backslash, `u` and the code point in braces. The user may type such escapes. If every line
/// ends in CR LF, the text contains plain line feeds, which are converted back to CR LF.
///
/// @param text the text for the input field
/// @param crLf true if the lines of the value end in CR LF
public record EditableText(String text, boolean crLf) {

  private static final Pattern ESCAPE = Pattern.compile("\\\\u\\{([0-9A-Fa-f]{1,6})}");

  /// Returns the text for a multi-line input field.
  public static EditableText of(String value) {
    boolean crLf = value.contains("\r\n") && !value.replace("\r\n", "").matches("(?s).*[\r\n].*");
    return new EditableText(
        ReadableText.escaped(crLf ? value.replace("\r\n", "\n") : value, true, true), crLf);
  }

  /// Returns the text for a single-line input field, with line breaks escaped too.
  public static EditableText ofLine(String value) {
    return new EditableText(ReadableText.escaped(value, false, true), false);
  }

  /// Converts the edited text back to a value.
  public String value(String typed) {
    String value = ESCAPE.matcher(typed).replaceAll(EditableText::unescaped);
    return crLf ? value.replace("\n", "\r\n") : value;
  }

  private static String unescaped(MatchResult escape) {
    int codePoint = Integer.parseInt(escape.group(1), 16);
    return Matcher.quoteReplacement(
        Character.isValidCodePoint(codePoint) ? Character.toString(codePoint) : escape.group());
  }
}
