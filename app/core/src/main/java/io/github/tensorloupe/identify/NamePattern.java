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

  /// Returns the matching groups, in the order of their first tensors.
  List<NameGroup> in(NameTable table) {
    if (text.indexOf('*') < 0) {
      return text.startsWith("^") ? table.named(text.substring(1)) : table.endingWith(text);
    }
    String whole = text.startsWith("^") ? text.substring(1) : text;
    String ending = text.startsWith("^") ? whole : "*." + text;
    return table.groups().stream()
        .filter(it -> isOfForm(whole, it.nameShape) || isOfForm(ending, it.nameShape))
        .toList();
  }

  /// Returns the prefix of a matching form before a number of the pattern.
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

  /// Returns true if a pattern matches the entire text. A star matches zero or more characters.
  /// Takes time proportional to the product of the lengths at most.
  static boolean isOfForm(String pattern, String text) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return pattern.equals(text);
    }
    if (!text.startsWith(pattern.substring(0, star))) {
      return false;
    }
    int at = star;
    String[] parts = pattern.substring(star + 1).split("\\*", -1);
    for (int i = 0; i < parts.length - 1; i++) {
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
