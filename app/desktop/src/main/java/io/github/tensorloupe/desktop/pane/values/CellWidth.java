package io.github.tensorloupe.desktop.pane.values;

/// How many characters the texts of cells take, so that their points stand below each other.
///
/// @param before the most characters before the point of a number; all of them where it has none
/// @param after the most characters from the point on
/// @param longest the most characters of any text
record CellWidth(int before, int after, int longest) {

  /// So wide that a column does not jump for the first digit.
  static final CellWidth LEAST = new CellWidth(1, 0, 5);

  /// Room for both.
  CellWidth and(CellWidth other) {
    return new CellWidth(
        Math.max(before, other.before),
        Math.max(after, other.after),
        Math.max(longest, other.longest));
  }

  /// How many characters a column has to hold.
  int characters() {
    return Math.max(before + after, longest);
  }
}
