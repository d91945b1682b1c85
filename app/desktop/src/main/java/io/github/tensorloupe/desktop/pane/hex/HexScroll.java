package io.github.tensorloupe.desktop.pane.hex;

/// Which rows are visible. Belongs to the FX thread.
final class HexScroll {

  /// Rows left above a place that is jumped to, so that it is seen in its surroundings.
  private static final int ROWS_ABOVE_TARGET = 1;

  private HexRows rows = HexRows.NONE;
  private boolean noteBelow;
  private long firstRow;
  private int wholeRows = 1;

  /// Takes other rows of another file; its first is on top.
  ///
  /// @param hasNoteBelow true if something stands below the last row
  void begin(HexRows others, boolean hasNoteBelow) {
    rows = others;
    noteBelow = hasNoteBelow;
    firstRow = 0;
  }

  /// Cuts the same file into other rows; what was on top stays there, or comes near it.
  void recut(HexRows others) {
    long top = Math.max(0, rows.beginOf(firstRow));
    rows = others;
    to(others.rowOf(top));
  }

  /// The number of rows that are shown whole; a further one may be cut by the pane's edge.
  ///
  /// @param count at least 1
  void setWholeRows(int count) {
    wholeRows = count;
    to(firstRow);
  }

  HexRows rows() {
    return rows;
  }

  long firstRow() {
    return firstRow;
  }

  int wholeRows() {
    return wholeRows;
  }

  /// The last row that may be on top: the file's last row is then at the bottom, or the note below
  /// it.
  long maxFirstRow() {
    return Math.max(0, rows.count() + (noteBelow ? 1 : 0) - wholeRows);
  }

  /// Puts a row on top, or as near as the file allows.
  void to(long row) {
    firstRow = Math.clamp(row, 0, maxFirstRow());
  }

  /// Scrolls only if the row is not visible.
  ///
  /// @param sparingly by as little as can be; else so that the row is near the top
  void reveal(long row, boolean sparingly) {
    boolean above = row < firstRow;
    boolean below = row >= firstRow + wholeRows;
    if (sparingly && above) {
      to(row);
    } else if (sparingly && below) {
      to(row - wholeRows + 1);
    } else if (above || below) {
      to(row - ROWS_ABOVE_TARGET);
    }
  }
}
