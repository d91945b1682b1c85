package io.github.tensorloupe.format;

/// The order of names by Unicode code point, which equals the order of their UTF-8 bytes.
///
/// `String.compareTo` orders supplementary characters before U+E000 to U+FFFF.
public final class NameOrder {

  private NameOrder() {}

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

  /// Maps a UTF-16 code unit to a number. Surrogates rank above all other code units.
  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
  }
}
