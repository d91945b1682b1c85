package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;

/// Which cells of a slice are visible. Immutable.
///
/// @param firstRow the row on top
/// @param firstColumn the column at the left
/// @param wholeRows how many rows are wholly visible, at least 1; a further one may be cut
/// @param wholeColumns the same of columns
record Viewport(long firstRow, long firstColumn, int wholeRows, int wholeColumns) {

  /// Cells left around a place that is jumped to, so that it is seen in its surroundings.
  private static final int AROUND_TARGET = 2;

  /// The beginning of a slice.
  static final Viewport START = new Viewport(0, 0, 1, 1);

  /// As near as a slice allows: its last row is at the bottom at most.
  Viewport inside(TensorSlice slice) {
    return at(
        Math.clamp(firstRow, 0, maxFirstRow(slice)),
        Math.clamp(firstColumn, 0, maxFirstColumn(slice)));
  }

  Viewport at(long row, long column) {
    return new Viewport(row, column, wholeRows, wholeColumns);
  }

  Viewport ofSize(int rows, int columns) {
    return new Viewport(firstRow, firstColumn, rows, columns);
  }

  /// As large as another one.
  Viewport ofSize(Viewport other) {
    return ofSize(other.wholeRows, other.wholeColumns);
  }

  /// Scrolled, if need be, so that a cell is visible.
  ///
  /// @param jumps whether the cell is then shown in its surroundings, not at the edge
  Viewport showing(Cell cell, boolean jumps) {
    int around = jumps ? AROUND_TARGET : 0;
    return at(
        first(firstRow, wholeRows, cell.row(), around),
        first(firstColumn, wholeColumns, cell.column(), around));
  }

  /// Scrolled so that a cell is near the upper left, in its surroundings.
  Viewport around(Cell cell) {
    return at(cell.row() + 1, cell.column() + 1).showing(cell, true);
  }

  /// Whether a cell is wholly visible.
  boolean shows(Cell cell) {
    return showing(cell, false).equals(this);
  }

  private static long first(long first, int whole, long target, int around) {
    int room = Math.min(around, (whole - 1) / 2);
    if (target < first) {
      return Math.max(0, target - room);
    }
    return target - first >= whole ? target - (whole - 1) + room : first;
  }

  long maxFirstRow(TensorSlice slice) {
    return Math.max(0, slice.rowCount() - wholeRows);
  }

  long maxFirstColumn(TensorSlice slice) {
    return Math.max(0, slice.columnCount() - wholeColumns);
  }
}
