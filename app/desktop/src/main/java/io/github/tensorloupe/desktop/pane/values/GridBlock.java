package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice;

/// A rectangle of cells.
///
/// @param rowCount so few that they are read at once
/// @param columnCount so few that they are read at once
record GridBlock(long firstRow, long firstColumn, int rowCount, int columnCount) {

  /// What is visible, cells at the edges too, and so many more cells on each side.
  static GridBlock around(Viewport view, TensorSlice slice, int moreRows, int moreColumns) {
    long firstRow = Math.max(0, view.firstRow() - moreRows);
    long firstColumn = Math.max(0, view.firstColumn() - moreColumns);
    long endRow = view.firstRow() + view.wholeRows() + 1 + moreRows;
    long endColumn = view.firstColumn() + view.wholeColumns() + 1 + moreColumns;
    return new GridBlock(
        firstRow,
        firstColumn,
        (int) (Math.min(slice.rowCount(), endRow) - firstRow),
        (int) (Math.min(slice.columnCount(), endColumn) - firstColumn));
  }

  boolean covers(GridBlock other) {
    return firstRow <= other.firstRow
        && firstColumn <= other.firstColumn
        && firstRow + rowCount >= other.firstRow + other.rowCount
        && firstColumn + columnCount >= other.firstColumn + other.columnCount;
  }
}
