package io.github.tensorloupe.model;

import module java.base;

/// The natural order of names: `layers.9` before `layers.10`, and all names with the prefix `a.`
/// directly after `a`.
///
/// Runs of digits compare by value, equal values by the length of the run. A dot precedes every
/// other character, followed by slash, colon and underscore. Names with a common prefix that ends
/// in one of them are therefore adjacent. The order is consistent with equals.
public final class NaturalOrder implements Comparator<String> {

  public static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String left, String right) {
    return compare(left, right, commonLength(left, right));
  }

  /// Compares names with a known number of common characters at the beginning.
  public static int compare(String left, String right, int at) {
    int start = at;
    while (start > 0 && isDigit(left.charAt(start - 1))) {
      start--;
    }
    int order = compareNumbers(left, right, start);
    return order != 0 ? order : Integer.compare(rankAt(left, at), rankAt(right, at));
  }

  /// Returns the length of the common prefix.
  public static int commonLength(String left, String right) {
    int end = Math.min(left.length(), right.length());
    int at = 0;
    while (at < end && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    return at;
  }

  /// Compares the numbers at an index. Returns 0 if one of the names has none there.
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

  private static int endOfNumber(String text, int start) {
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

  /// Returns whether a character is an ASCII digit. Names of tensors use no other digits.
  public static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }
}
