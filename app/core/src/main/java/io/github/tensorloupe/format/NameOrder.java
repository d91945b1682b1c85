package io.github.tensorloupe.format;

/// The order of names by Unicode code points, which is also the order of their UTF-8 bytes.
///
/// `String.compareTo` differs for supplementary characters compared with U+E000 to U+FFFF.
public final class NameOrder {

  private NameOrder() {}

  /// Compares two names by their code points.
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

  /// Maps UTF-16 code units to numbers in which surrogates are above all others.
  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
  }
}
