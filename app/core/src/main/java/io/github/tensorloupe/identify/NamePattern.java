package io.github.tensorloupe.identify;

import module java.base;

/// The forms of names that a rule means, as it stands in the table:
/// - `a.#.b`: forms that end so, behind a dot or from their beginning on;
/// - `^a.#.b`: this form alone;
/// - with anything where a star is.
record NamePattern(String text) {

  NamePattern {
    if (text.isBlank()) {
      throw new IllegalArgumentException("an empty pattern");
    }
    // Numbers that stand alone are forgotten here as they are in names: `linear_1` is `linear_#`.
    text = new NameShape().read(text).text();
  }

  /// The groups that are meant, in the order of their first tensors.
  List<NameGroup> in(NameTable table) {
    if (text.indexOf('*') >= 0) {
      return table.groups().stream().filter(group -> matches(group.nameShape)).toList();
    }
    return text.startsWith("^") ? table.named(text.substring(1)) : table.endingWith(text);
  }

  /// The part of a form that is meant, before the n-th number that the pattern itself has.
  ///
  /// @param number from 0 on
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
    for (int begin = 0; begin >= 0; begin = NameTable.behindNextDot(nameShape, begin)) {
      if (isOfForm(text, nameShape.substring(begin))) {
        return true;
      }
    }
    return false;
  }

  /// True if the whole text is of the form of a pattern, in which a star stands for any characters,
  /// also none. Takes no more time than the product of the two lengths.
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
