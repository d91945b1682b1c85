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
    if (at == left.length() && at == right.length()) {
      return 0;
    }
    boolean digitAtLeft = isDigitAt(left, at);
    boolean digitAtRight = isDigitAt(right, at);
    boolean insideNumber = at > 0 && isDigit(left.charAt(at - 1));
    if (digitAtLeft && digitAtRight || insideNumber && (digitAtLeft || digitAtRight)) {
      int start = at;
      while (start > 0 && isDigit(left.charAt(start - 1))) {
        start--;
      }
      return compareNumbers(left, right, start);
    }
    return Integer.compare(rankAt(left, at), rankAt(right, at));
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

  private static int compareNumbers(String left, String right, int start) {
    int leftEnd = endOfNumber(left, start);
    int rightEnd = endOfNumber(right, start);
    int leftFirst = firstSignificant(left, start, leftEnd);
    int rightFirst = firstSignificant(right, start, rightEnd);
    int byDigits = Integer.compare(leftEnd - leftFirst, rightEnd - rightFirst);
    if (byDigits != 0) {
      return byDigits;
    }
    for (int i = 0; i < leftEnd - leftFirst; i++) {
      int byDigit = Character.compare(left.charAt(leftFirst + i), right.charAt(rightFirst + i));
      if (byDigit != 0) {
        return byDigit;
      }
    }
    return Integer.compare(leftEnd, rightEnd);
  }

  private static int endOfNumber(String text, int start) {
    int end = start;
    while (isDigitAt(text, end)) {
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

  private static boolean isDigitAt(String text, int at) {
    return at < text.length() && isDigit(text.charAt(at));
  }

  /// Returns whether a character is an ASCII digit. Names of tensors use no other digits.
  public static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }
}
