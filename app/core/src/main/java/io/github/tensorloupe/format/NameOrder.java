package io.github.tensorloupe.format;

/// The order of names by Unicode code points, which is also the order of their UTF-8 bytes.
///
/// `String.compareTo` differs from it where characters from U+E000 on meet supplementary ones.
public final class NameOrder {

  private NameOrder() {}

  /// Compares two names by their code points; negative, zero or positive as in a comparator.
  public static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        return rank(l) - rank(r);
      }
    }
    return left.length() - right.length();
  }

  /// A number that orders UTF-16 units as their code points: surrogates above all others.
  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
  }
}
