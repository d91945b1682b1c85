package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;

/// The layout of heads and cells, in whole pixels from the grid's upper left corner. Immutable.
///
/// @param glyphs of the font
/// @param headWidth the room for the indexes of the rows
/// @param columnWidth of every column
record GridLayout(Glyphs glyphs, double headWidth, double columnWidth) {

  /// Left and right of a text.
  static final double PADDING = 8;

  private static final double LEADING = 6;
  private static final int MIN_HEAD_DIGITS = 3;

  static GridLayout of(GridPage page, Glyphs glyphs) {
    TensorSlice slice = page.slice();
    boolean hasRows = slice.axes().rowAxis() != SliceAxes.NONE;
    int rowDigits = hasRows ? Math.max(MIN_HEAD_DIGITS, digits(slice.rowCount())) : 0;
    int characters = Math.max(page.width().characters(), digits(slice.columnCount()));
    return new GridLayout(
        glyphs,
        Math.ceil(rowDigits * glyphs.width() + (hasRows ? 2 : 1) * PADDING),
        Math.ceil(characters * glyphs.width() + 2 * PADDING));
  }

  private static int digits(long count) {
    return Long.toString(Math.max(0, count - 1)).length();
  }

  double rowHeight() {
    return Math.ceil(glyphs.height()) + LEADING;
  }

  /// The room for the indexes of the columns.
  double headHeight() {
    return rowHeight();
  }

  /// The number of rows that are wholly visible, at least 1.
  int wholeRows(double height) {
    return (int) Math.max(1, Math.floor((height - headHeight()) / rowHeight()));
  }

  /// The number of columns that are wholly visible, at least 1.
  int wholeColumns(double width) {
    return (int) Math.max(1, Math.floor((width - headWidth) / columnWidth));
  }

  /// The upper edge of a row.
  ///
  /// @param row counted from the one on top
  double top(int row) {
    return headHeight() + row * rowHeight();
  }

  /// The left edge of a column.
  ///
  /// @param column counted from the one at the left
  double left(int column) {
    return headWidth + column * columnWidth;
  }

  double textRight(int column) {
    return left(column + 1) - PADDING;
  }

  /// The base line of a text in a line.
  ///
  /// @param top of the line
  double baseline(double top) {
    return Math.round(top + LEADING / 2 + glyphs.ascent());
  }

  /// The cell at a point; empty over the heads and behind the last cell.
  Optional<Cell> cellAt(GridPage page, double x, double y) {
    if (x < headWidth || y < headHeight()) {
      return Optional.empty();
    }
    Cell cell = nearest(page, x, y);
    double right = left((int) (cell.column() - page.view().firstColumn()) + 1);
    double bottom = top((int) (cell.row() - page.view().firstRow()) + 1);
    return x < right && y < bottom ? Optional.of(cell) : Optional.empty();
  }

  /// The cell nearest to a point, which may be outside of the grid.
  Cell nearest(GridPage page, double x, double y) {
    long row = page.view().firstRow() + (long) Math.floor((y - headHeight()) / rowHeight());
    long column = page.view().firstColumn() + (long) Math.floor((x - headWidth) / columnWidth);
    return new Cell(
        Math.clamp(row, 0, page.slice().rowCount() - 1),
        Math.clamp(column, 0, page.slice().columnCount() - 1));
  }
}
