package io.github.tensorloupe.identify;

/// Patterns in which a star stands for any characters, also none.
final class Glob {

  private Glob() {}

  /// True if the whole text is of the form of the pattern. Takes no more time than the product of
  /// the two lengths.
  static boolean matches(String pattern, String text) {
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
