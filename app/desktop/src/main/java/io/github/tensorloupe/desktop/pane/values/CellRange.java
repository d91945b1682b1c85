package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;

/// A block of cells that is selected.
///
/// @param anchor where selecting began
/// @param lead the corner that moves
record CellRange(Cell anchor, Cell lead) {

  long firstRow() {
    return Math.min(anchor.row(), lead.row());
  }

  long firstColumn() {
    return Math.min(anchor.column(), lead.column());
  }

  long lastRow() {
    return Math.max(anchor.row(), lead.row());
  }

  long lastColumn() {
    return Math.max(anchor.column(), lead.column());
  }

  long rowCount() {
    return lastRow() - firstRow() + 1;
  }

  long columnCount() {
    return lastColumn() - firstColumn() + 1;
  }

  boolean isSingle() {
    return anchor.equals(lead);
  }

  boolean containsRow(long row) {
    return row >= firstRow() && row <= lastRow();
  }

  boolean containsColumn(long column) {
    return column >= firstColumn() && column <= lastColumn();
  }

  boolean contains(long row, long column) {
    return containsRow(row) && containsColumn(column);
  }
}
