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
    if (text.indexOf('*') >= 0) {
      return table.groups().stream().filter(group -> matches(group.nameShape)).toList();
    }
    return text.startsWith("^") ? table.named(text.substring(1)) : table.endingWith(text);
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

  private boolean matches(String nameShape) {
    if (text.startsWith("^")) {
      return isOfForm(text.substring(1), nameShape);
    }
    for (int begin = 0; begin >= 0; begin = NameTable.afterNextDot(nameShape, begin)) {
      if (isOfForm(text, nameShape.substring(begin))) {
        return true;
      }
    }
    return false;
  }

  /// Returns true if a pattern matches the entire text. A star matches zero or more characters.
  /// Takes time proportional to the product of the lengths at most.
  static boolean isOfForm(String pattern, String text) {
    int at = 0;
    int inPattern = 0;
    int star = -1;
    int resume = 0;
    while (at < text.length()) {
      if (inPattern < pattern.length() && pattern.charAt(inPattern) == '*') {
        star = inPattern++;
        resume = at;
      } else if (inPattern < pattern.length() && pattern.charAt(inPattern) == text.charAt(at)) {
        inPattern++;
        at++;
      } else if (star >= 0) {
        inPattern = star + 1;
        at = ++resume;
      } else {
        return false;
      }
    }
    while (inPattern < pattern.length() && pattern.charAt(inPattern) == '*') {
      inPattern++;
    }
    return inPattern == pattern.length();
  }
}
