package io.github.tensorloupe.model;

import module java.base;

/// The natural order of names: `layers.9` precedes `layers.10`, and all names with the prefix `a.`
/// directly follow `a`.
///
/// Runs of digits are compared by value, then by length. A dot precedes every other character,
/// followed by slash, colon and underscore, so that names with a common prefix that ends in one of
/// these characters are adjacent. Consistent with equals.
public final class NaturalOrder implements Comparator<String> {

  public static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String left, String right) {
    return compare(left, right, commonLength(left, right));
  }

  /// Compares two names whose first difference is at the index `at`.
  public static int compare(String left, String right, int at) {
    int start = at;
    while (start > 0 && isDigit(left.charAt(start - 1))) {
      start--;
    }
    int order = compareNumbers(left, right, start);
    return order != 0 ? order : Integer.compare(rankAt(left, at), rankAt(right, at));
  }

  /// Returns the length of the longest common prefix.
  public static int commonLength(String left, String right) {
    int end = Math.min(left.length(), right.length());
    int at = 0;
    while (at < end && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    return at;
  }

  /// Compares the numbers at an index. Returns 0 unless both names have a number there.
  private static int compareNumbers(String left, String right, int start) {
    int leftEnd = endOfNumber(left, start);
    int rightEnd = endOfNumber(right, start);
    if (leftEnd == start || rightEnd == start) {
      return 0;
    }
    int l = firstSignificant(left, start, leftEnd);
    int r = firstSignificant(right, start, rightEnd);
    int order = Integer.compare(leftEnd - l, rightEnd - r);
    while (order == 0 && l < leftEnd) {
      order = Character.compare(left.charAt(l++), right.charAt(r++));
    }
    return order != 0 ? order : Integer.compare(leftEnd, rightEnd);
  }

  /// Returns the end of the digits at a position, or the position itself.
  public static int endOfNumber(String text, int start) {
    int end = start;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int firstSignificant(String text, int start, int end) {
    int first = start;
    while (first < end - 1 && text.charAt(first) == '0') {
      first++;
    }
    return first;
  }

  private static int rankAt(String text, int at) {
    if (at >= text.length()) {
      return -5;
    }
    return switch (text.charAt(at)) {
      case '.' -> -4;
      case '/' -> -3;
      case ':' -> -2;
      case '_' -> -1;
      default -> text.charAt(at);
    };
  }

  /// Returns true if the character is an ASCII digit. Tensor names contain no other digits.
  public static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }
}
