package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;

/// A rectangular range of cells, defined by two opposite corners.
///
/// @param anchor the corner where the selection began
/// @param lead the corner that moves
public record CellRange(Cell anchor, Cell lead) {

  public long firstRow() {
    return Math.min(anchor.row(), lead.row());
  }

  public long firstColumn() {
    return Math.min(anchor.column(), lead.column());
  }

  public long lastRow() {
    return Math.max(anchor.row(), lead.row());
  }

  public long lastColumn() {
    return Math.max(anchor.column(), lead.column());
  }

  public long rowCount() {
    return lastRow() - firstRow() + 1;
  }

  public long columnCount() {
    return lastColumn() - firstColumn() + 1;
  }

  public boolean isSingle() {
    return anchor.equals(lead);
  }

  public boolean contains(long row, long column) {
    return row >= firstRow()
        && row <= lastRow()
        && column >= firstColumn()
        && column <= lastColumn();
  }
}
