package io.github.tensorloupe.identify;

import module java.base;

/// A pattern for forms of names (see [NameShape]) in the rule table:
/// - `a.#.b` matches this form, and forms that end with a dot followed by it;
/// - `^a.#.b` matches only this form;
/// - a star matches any characters.
record NamePattern(String text) {

  NamePattern {
    if (text.isBlank()) {
      throw new IllegalArgumentException("an empty pattern");
    }
    // Numbers are replaced like in names: `linear_1` becomes `linear_#`.
    text = NameShape.of(text).text();
  }

  List<NameGroup> in(NameTable table) {
    boolean isWhole = text.startsWith("^");
    String form = isWhole ? text.substring(1) : text;
    if (form.indexOf('*') < 0) {
      return isWhole ? table.named(form) : table.endingWith(form);
    }
    String[] whole = parts(form);
    String[] ending = parts("*." + form);
    boolean mayFollowDot = !isWhole && !form.startsWith("*");
    return table.groups().stream()
        .filter(
            group ->
                isOfForm(whole, group.nameShape)
                    || mayFollowDot && isOfForm(ending, group.nameShape))
        .toList();
  }

  /// Returns the prefix of a matching form before a `#` of the pattern.
  ///
  /// @param number the index of the `#` in the pattern, starting at 0
  String beforeNumber(String nameShape, int number) {
    int end = -1;
    for (int i = 0; i <= number; i++) {
      end = text.indexOf('#', end + 1);
    }
    int begin = Math.max(text.lastIndexOf('*', end), text.lastIndexOf('^', end)) + 1;
    String known = text.substring(begin, end);
    int at =
        text.indexOf('*') < 0 && !text.startsWith("^")
            ? nameShape.length() - text.length()
            : nameShape.indexOf(known + '#');
    return nameShape.substring(0, at + known.length());
  }

  /// Takes time proportional to the product of the lengths at most.
  static boolean isOfForm(String pattern, String text) {
    return isOfForm(parts(pattern), text);
  }

  static String[] parts(String pattern) {
    return pattern.split("\\*", -1);
  }

  static boolean isOfForm(String[] parts, String text) {
    if (parts.length == 1) {
      return parts[0].equals(text);
    }
    if (!text.startsWith(parts[0])) {
      return false;
    }
    int at = parts[0].length();
    for (int i = 1; i < parts.length - 1; i++) {
      int begin = text.indexOf(parts[i], at);
      if (begin < 0) {
        return false;
      }
      at = begin + parts[i].length();
    }
    String end = parts[parts.length - 1];
    return text.length() - end.length() >= at && text.endsWith(end);
  }
}
