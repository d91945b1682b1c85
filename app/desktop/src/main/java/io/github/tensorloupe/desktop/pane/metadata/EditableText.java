package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.format.DisplayText;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A value in a form that can be typed, and back again without a loss.
///
/// Characters that a text field would drop or that could deceive the eye stand as a backslash, `u`
/// and their code point in hexadecimal within braces, and they may be typed like that. Lines that
/// all end in CR LF are shown as ordinary lines and end in CR LF again afterwards.
///
/// @param text for the text field
/// @param crLf whether lines end in CR LF in the value
record EditableText(String text, boolean crLf) {

  private static final Pattern ESCAPE = Pattern.compile("\\\\u\\{([0-9A-Fa-f]{1,6})}");
  private static final String ESCAPE_START = "\\u{";

  /// For a field of many lines.
  static EditableText of(String value) {
    boolean crLf = value.contains("\r\n") && !value.replace("\r\n", "").matches("(?s).*[\r\n].*");
    return new EditableText(escaped(crLf ? value.replace("\r\n", "\n") : value, true), crLf);
  }

  /// For a field of one line.
  static EditableText ofLine(String value) {
    return new EditableText(escaped(value, false), false);
  }

  /// The value that a text means which was typed in place of this one.
  String value(String typed) {
    String value = ESCAPE.matcher(typed).replaceAll(EditableText::unescaped);
    return crLf ? value.replace("\n", "\r\n") : value;
  }

  private static String unescaped(MatchResult escape) {
    int codePoint = Integer.parseInt(escape.group(1), 16);
    return Matcher.quoteReplacement(
        Character.isValidCodePoint(codePoint) ? Character.toString(codePoint) : escape.group());
  }

  private static String escaped(String value, boolean lines) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); ) {
      int codePoint = value.codePointAt(i);
      boolean isLayout = lines && (codePoint == '\n' || codePoint == '\t');
      boolean isEscape = value.startsWith(ESCAPE_START, i);
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
