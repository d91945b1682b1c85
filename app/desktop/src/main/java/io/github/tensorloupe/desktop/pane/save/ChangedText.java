package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.format.DisplayText;
import java.util.List;
import java.util.stream.Collectors;

/// Two values fit for display, cut so that where they differ is in sight.
///
/// @param before the old value, or a piece of it
/// @param after the new value, or a piece of it
record ChangedText(String before, String after) {

  /// The most characters that are shown of a value.
  static final int LIMIT = 240;

  /// The most lines that are shown of a value.
  private static final int MAX_LINES = 8;

  private static final String BREAK = "↵";

  /// So much is shown in front of the first difference.
  private static final int LEAD = 40;

  /// The piece of two values around their first difference. Takes time in proportion to what they
  /// have in common at the beginning.
  static ChangedText of(String before, String after) {
    int begin = Math.max(0, commonBeginning(before, after) - LEAD);
    if (Math.max(before.length(), after.length()) <= LIMIT || begin <= LEAD) {
      begin = 0;
    }
    return new ChangedText(piece(before, begin), piece(after, begin));
  }

  /// One value, cut at its end. Where it has several lines, each break shows as a sign and a break.
  static String of(String value) {
    String head = value.length() > LIMIT + 1 ? value.substring(0, LIMIT + 1) : value;
    List<String> lines = head.lines().limit(MAX_LINES + 1L).toList();
    if (lines.size() < 2 && !head.endsWith("\n")) {
      return DisplayText.of(value, LIMIT);
    }
    String text =
        lines.stream()
            .limit(MAX_LINES)
            .map(line -> DisplayText.of(line, LIMIT))
            .collect(Collectors.joining(BREAK + "\n"));
    boolean isCut = lines.size() > MAX_LINES || head.length() > LIMIT;
    return isCut ? text + "…" : head.endsWith("\n") ? text + BREAK : text;
  }

  private static int commonBeginning(String before, String after) {
    int limit = Math.min(before.length(), after.length());
    int at = 0;
    while (at < limit && before.charAt(at) == after.charAt(at)) {
      at++;
    }
    return at;
  }

  private static String piece(String value, int begin) {
    if (begin == 0) {
      return of(value);
    }
    int from = Character.isLowSurrogate(value.charAt(begin)) ? begin - 1 : begin;
    int to = Math.min(value.length(), from + LIMIT + 1);
    return "…" + of(value.substring(from, to));
  }
}
