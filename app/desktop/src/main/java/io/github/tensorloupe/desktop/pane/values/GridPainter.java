package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.canvas.CanvasText;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.pane.values.GridPage.GridText;
import io.github.tensorloupe.element.ElementClass;

/// Draws a [GridPage].
///
/// @param graphics the target of the drawing, in pixels of the grid
/// @param width the width of the grid, in pixels
/// @param height the height of the grid, in pixels
record GridPainter(
    GraphicsContext graphics,
    CanvasText canvasText,
    GridLayout layout,
    ColoredRegion colors,
    double width,
    double height) {

  private static final List<GridColor> SCALE =
      List.of(
          GridColor.NEGATIVE,
          GridColor.HALF_NEGATIVE,
          GridColor.MIDDLE,
          GridColor.HALF_POSITIVE,
          GridColor.POSITIVE);

  private static final double CORNER_SHARE = 0.4;

  private GridPage page() {
    return layout.page();
  }

  private int rows() {
    return (int) page().view().cells(page().slice(), 0, 0).rowCount();
  }

  private int columns() {
    return (int) page().view().cells(page().slice(), 0, 0).columnCount();
  }

  /// @param focused true if the grid has the keyboard focus; only then the cursor has its full
  ///   color
  void paint(boolean focused) {
    graphics.setTextBaseline(VPos.BASELINE);
    graphics.setTextAlign(TextAlignment.RIGHT);
    int columns = columns();
    for (int row = 0; row < rows(); row++) {
      for (int column = 0; column < columns; column++) {
        paintCell(row, column);
      }
    }
    paintLines();
    paintSelected(focused);
    paintHeads();
  }

  private void paintCell(int row, int column) {
    long sliceRow = page().view().firstRow() + row;
    long sliceColumn = page().view().firstColumn() + column;
    if (!page().slice().exists(sliceRow, sliceColumn)) {
      return;
    }
    if (page().isSelected(sliceRow, sliceColumn) && !page().selected().get().isSingle()) {
      fillCell(row, column, colors.color(GridColor.SELECTED_GROUND));
    }
    Optional<GridText> text = page().text().filter(read -> read.contains(sliceRow, sliceColumn));
    if (text.isEmpty()) {
      return;
    }
    boolean isChanged = text.get().isChanged(sliceRow, sliceColumn);
    if (isChanged) {
      fillCell(row, column, colors.color(GridColor.CHANGED_GROUND));
    }
    graphics.setFill(ink(text.get(), sliceRow, sliceColumn, row, column));
    int trailing = text.get().trailingCharacters(sliceRow, sliceColumn, page().width());
    canvasText.write(
        text.get().text(sliceRow, sliceColumn),
        layout.textRight(column) - trailing * layout.glyphs().width(),
        layout.baseline(layout.top(row)));
    if (isChanged) {
      markChanged(layout.left(column), layout.top(row));
    }
  }

  /// Draws a folded corner, which is visible on every background.
  private void markChanged(double left, double top) {
    double size = Math.round(layout.rowHeight() * CORNER_SHARE);
    graphics.setFill(colors.color(GridColor.CHANGED));
    graphics.fillPolygon(
        new double[] {left, left + size, left}, new double[] {top, top, top + size}, 3);
  }

  private Color ink(GridText text, long sliceRow, long sliceColumn, int row, int column) {
    if (!text.block.isPresent(sliceRow, sliceColumn)) {
      return colors.color(GridColor.ABSENT);
    }
    ElementClass sort = text.elementClass(sliceRow, sliceColumn);
    boolean amongColors = page().scale().isPresent();
    if (sort.isFinite() && !amongColors) {
      return colors.color(sort == ElementClass.ZERO ? GridColor.ZERO : GridColor.VALUE);
    }
    Color ground = colors.color(amongColors ? GridColor.DANGER : GridColor.DANGER_GROUND);
    if (sort.isFinite()) {
      double value = text.block.value(sliceRow, sliceColumn);
      ground = colorAt(colors, page().scale().get().position(value));
    }
    fillCell(row, column, ground);
    return amongColors ? inkOn(colors, ground) : colors.color(GridColor.DANGER);
  }

  private void fillCell(int row, int column, Color ground) {
    graphics.setFill(ground);
    graphics.fillRect(
        layout.left(column), layout.top(row), layout.columnWidth(), layout.rowHeight());
  }

  private void paintLines() {
    graphics.setLineWidth(1);
    double right = Math.min(width, layout.left(columns()));
    double bottom = Math.min(height, layout.top(rows()));
    for (int row = 1; row <= rows(); row++) {
      double y = layout.top(row) - 0.5;
      graphics.setStroke(lineColor(page().view().firstRow() + row, page().slice().tileHeight()));
      graphics.strokeLine(layout.headWidth(), y, right, y);
    }
    for (int column = 1; column <= columns(); column++) {
      double x = layout.left(column) - 0.5;
      graphics.setStroke(
          lineColor(page().view().firstColumn() + column, page().slice().tileWidth()));
      graphics.strokeLine(x, layout.headHeight(), x, bottom);
    }
  }

  // Tiles are separated by stronger lines.
  private Color lineColor(long index, long tileLength) {
    boolean isTiled = page().slice().axes().tiles().isPresent();
    return colors.color(isTiled && index % tileLength == 0 ? GridColor.HEAD : GridColor.LINE);
  }

  private void paintSelected(boolean focused) {
    clip(layout.headWidth() - 1, layout.headHeight() - 1, width, height);
    graphics.setStroke(colors.color(focused ? GridColor.CURSOR : GridColor.HEAD_STRONG));
    page().selected().filter(this::hasFrame).ifPresent(range -> frame(range, 1));
    page().cursor().ifPresent(cell -> frame(new CellRange(cell, cell), 2));
    graphics.restore();
  }

  private boolean hasFrame(CellRange range) {
    return !range.isSingle() && (!page().slice().isFolded() || range.rowCount() == 1);
  }

  /// Clips to a rectangle until the state of the graphics is restored.
  private void clip(double x, double y, double clipWidth, double clipHeight) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(x, y, clipWidth, clipHeight);
    graphics.clip();
  }

  private void frame(CellRange range, double lineWidth) {
    int top = near(range.firstRow() - page().view().firstRow(), rows());
    int left = near(range.firstColumn() - page().view().firstColumn(), columns());
    int bottom = near(range.lastRow() + 1 - page().view().firstRow(), rows());
    int right = near(range.lastColumn() + 1 - page().view().firstColumn(), columns());
    if (bottom < 0 || right < 0 || top > rows() || left > columns()) {
      return;
    }
    // One-pixel lines are drawn at pixel centers, two-pixel lines between pixels.
    double inset = lineWidth == 1 ? 0.5 : 0;
    double x = layout.left(left) + inset - (left == 0 ? 0 : 1);
    double y = layout.top(top) + inset - (top == 0 ? 0 : 1);
    graphics.setLineWidth(lineWidth);
    graphics.strokeRect(x, y, layout.left(right) - inset - x, layout.top(bottom) - inset - y);
  }

  /// Clamps a possibly huge distance to just outside of the visible range.
  private static int near(long distance, int visible) {
    return (int) Math.clamp(distance, -1L, visible + 1L);
  }

  private void paintHeads() {
    graphics.setFill(colors.color(GridColor.HEAD_GROUND));
    graphics.fillRect(0, 0, width, layout.headHeight());
    graphics.fillRect(0, 0, layout.headWidth(), height);
    if (layout.hasRowHeads()) {
      double right = layout.headWidth() - GridLayout.PADDING;
      for (int row = 0; row < rows(); row++) {
        long index = page().view().firstRow() + row;
        paintHead(index, layout.rowHead(index), Cell::row, right, layout.top(row));
      }
    }
    if (page().slice().axes().columnAxis() != SliceAxes.NONE) {
      clip(layout.headWidth(), 0, width, layout.headHeight());
      for (int column = 0; column < columns(); column++) {
        long index = page().view().firstColumn() + column;
        paintHead(index, layout.columnHead(index), Cell::column, layout.textRight(column), 0);
      }
      graphics.restore();
    }
    graphics.setStroke(colors.color(GridColor.EDGE));
    graphics.setLineWidth(1);
    graphics.strokeLine(0, layout.headHeight() - 0.5, width, layout.headHeight() - 0.5);
    graphics.strokeLine(layout.headWidth() - 0.5, 0, layout.headWidth() - 0.5, height);
  }

  private void paintHead(
      long index, String text, Function<Cell, Long> ofCursor, double right, double top) {
    boolean strong = page().cursor().map(ofCursor).equals(Optional.of(index));
    graphics.setFill(colors.color(strong ? GridColor.HEAD_STRONG : GridColor.HEAD));
    canvasText.write(text, right, layout.baseline(top));
  }

  /// @param position from -1 to 1
  static Color colorAt(ColoredRegion colors, double position) {
    return colors.gradient(SCALE, (position + 1) / 2);
  }

  /// Returns the text color with the higher contrast to a background.
  static Color inkOn(ColoredRegion colors, Color ground) {
    Color dark = colors.color(GridColor.DARK_INK);
    Color light = colors.color(GridColor.LIGHT_INK);
    return contrast(ground, dark) >= contrast(ground, light) ? dark : light;
  }

  /// Returns the contrast ratio of two colors as defined by WCAG 2, from 1 to 21.
  static double contrast(Color one, Color other) {
    double first = luminance(one);
    double second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  private static double luminance(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double linear(double component) {
    return component <= 0.04045 ? component / 12.92 : Math.pow((component + 0.055) / 1.055, 2.4);
  }

  enum GridColor {
    VALUE,
    ZERO,
    ABSENT,
    DANGER,
    DANGER_GROUND,
    HEAD,
    HEAD_STRONG,
    HEAD_GROUND,
    LINE,
    EDGE,
    CURSOR,
    SELECTED_GROUND,
    CHANGED,
    CHANGED_GROUND,
    DARK_INK,
    LIGHT_INK,
    NEGATIVE,
    HALF_NEGATIVE,
    MIDDLE,
    HALF_POSITIVE,
    POSITIVE
  }

  /// The layout of headers and cells, in whole pixels from the grid's upper left corner. Immutable.
  ///
  /// @param headWidth the width of the row headers
  record GridLayout(GridPage page, Glyphs glyphs, double headWidth, double columnWidth) {

    static final double PADDING = 8;

    private static final double LEADING = 6;
    private static final int MIN_HEAD_DIGITS = 3;

    static GridLayout of(GridPage page, Glyphs glyphs) {
      TensorSlice slice = page.slice();
      boolean hasRows = hasRowHeads(slice);
      int rowDigits =
          hasRows ? Math.max(MIN_HEAD_DIGITS, rowHead(slice, slice.rowCount() - 1).length()) : 0;
      String lastColumn = columnHead(slice, slice.columnCount() - 1);
      int characters = Math.max(page.width().characters(), lastColumn.length());
      return new GridLayout(
          page,
          glyphs,
          Math.ceil(rowDigits * glyphs.width() + (hasRows ? 2 : 1) * PADDING),
          Math.ceil(characters * glyphs.width() + 2 * PADDING));
    }

    private static boolean hasRowHeads(TensorSlice slice) {
      return slice.axes().rowAxis() != SliceAxes.NONE || slice.isFolded();
    }

    boolean hasRowHeads() {
      return hasRowHeads(page.slice());
    }

    /// Returns the index of a row; for a vector in several rows the index of its first element.
    String rowHead(long row) {
      return rowHead(page.slice(), row);
    }

    private static String rowHead(TensorSlice slice, long row) {
      return slice.isFolded()
          ? Long.toString(slice.elementIndex(row, 0))
          : inTile(row, slice.tileHeight(), slice.rowCount());
    }

    /// Returns the index of a column; for a vector in several rows the offset from the row's index.
    String columnHead(long column) {
      return columnHead(page.slice(), column);
    }

    private static String columnHead(TensorSlice slice, long column) {
      return slice.isFolded()
          ? "+" + column
          : inTile(column, slice.tileWidth(), slice.columnCount());
    }

    private static String inTile(long index, long tileLength, long length) {
      return tileLength == length || tileLength == 1
          ? Long.toString(index)
          : index / tileLength + "·" + index % tileLength;
    }

    double rowHeight() {
      return Math.ceil(glyphs.height()) + LEADING;
    }

    double headHeight() {
      return rowHeight();
    }

    /// Returns the number of completely visible rows, at least 1.
    int wholeRows(double height) {
      return (int) Math.max(1, Math.floor((height - headHeight()) / rowHeight()));
    }

    int wholeColumns(double width) {
      return (int) Math.max(1, Math.floor((width - headWidth) / columnWidth));
    }

    /// Returns the upper edge of a row, counted from the first visible one.
    double top(int row) {
      return headHeight() + row * rowHeight();
    }

    /// Returns the left edge of a column, counted from the first visible one.
    double left(int column) {
      return headWidth + column * columnWidth;
    }

    double textRight(int column) {
      return left(column + 1) - PADDING;
    }

    /// Returns the baseline of the text of a line with the given top.
    double baseline(double top) {
      return Math.round(top + LEADING / 2 + glyphs.ascent());
    }

    /// Returns the cell at a point; empty over the headers and beyond the last cell.
    Optional<Cell> cellAt(double x, double y) {
      if (x < headWidth || y < headHeight()) {
        return Optional.empty();
      }
      Cell cell = nearest(x, y);
      double right = left((int) (cell.column() - page.view().firstColumn()) + 1);
      double bottom = top((int) (cell.row() - page.view().firstRow()) + 1);
      return x < right && y < bottom ? Optional.of(cell) : Optional.empty();
    }

    /// Returns the cell nearest to a point, which may be outside of the grid.
    Cell nearest(double x, double y) {
      long row = page.view().firstRow() + (long) Math.floor((y - headHeight()) / rowHeight());
      long column = page.view().firstColumn() + (long) Math.floor((x - headWidth) / columnWidth);
      return new Cell(
          Math.clamp(row, 0, page.slice().rowCount() - 1),
          Math.clamp(column, 0, page.slice().columnCount() - 1));
    }
  }
}
