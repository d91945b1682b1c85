package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;

/// Where a key moves the cursor to.
enum GridMove {
  LEFT(false, -1),
  RIGHT(false, 1),
  UP(true, -1),
  DOWN(true, 1),
  PAGE_UP(true, -1),
  PAGE_DOWN(true, 1),
  PAGE_LEFT(false, -1),
  PAGE_RIGHT(false, 1),
  ROW_START(false, 0),
  ROW_END(false, 0),
  FIRST_CELL(false, 0),
  LAST_CELL(false, 0);

  private final boolean vertical;
  private final int direction;

  GridMove(boolean vertical, int direction) {
    this.vertical = vertical;
    this.direction = direction;
  }

  /// The cell moved to, inside the slice.
  ///
  /// @param slice with at least one cell
  /// @param pageRows how many rows a page has
  /// @param pageColumns how many columns a page has
  Cell from(Cell cell, TensorSlice slice, int pageRows, int pageColumns) {
    long lastRow = slice.rowCount() - 1;
    long lastColumn = slice.columnCount() - 1;
    return switch (this) {
      case LEFT, RIGHT, UP, DOWN -> by(cell, direction, lastRow, lastColumn);
      case PAGE_UP, PAGE_DOWN -> by(cell, (long) direction * pageRows, lastRow, lastColumn);
      case PAGE_LEFT, PAGE_RIGHT -> by(cell, (long) direction * pageColumns, lastRow, lastColumn);
      case ROW_START -> new Cell(cell.row(), 0);
      case ROW_END -> new Cell(cell.row(), lastColumn);
      case FIRST_CELL -> new Cell(0, 0);
      case LAST_CELL -> new Cell(lastRow, lastColumn);
    };
  }

  private Cell by(Cell cell, long step, long lastRow, long lastColumn) {
    return vertical
        ? new Cell(moved(cell.row(), step, lastRow), cell.column())
        : new Cell(cell.row(), moved(cell.column(), step, lastColumn));
  }

  private static long moved(long index, long step, long last) {
    return step > last - index ? last : Math.max(0, index + step);
  }
}
