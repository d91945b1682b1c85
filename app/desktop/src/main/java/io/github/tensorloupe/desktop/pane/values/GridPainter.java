package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.pane.values.GridColors.Part;
import io.github.tensorloupe.element.ElementClass;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/// Draws one [GridPage].
final class GridPainter {

  private final GraphicsContext graphics;
  private final GridPage page;
  private final GridLayout layout;
  private final GridColors colors;
  private final double width;
  private final double height;
  private final int rows;
  private final int columns;

  /// @param graphics where to draw, in pixels of the grid
  /// @param width of the grid, in pixels
  /// @param height of the grid, in pixels
  GridPainter(
      GraphicsContext graphics,
      GridPage page,
      GridLayout layout,
      GridColors colors,
      double width,
      double height) {
    this.graphics = graphics;
    this.page = page;
    this.layout = layout;
    this.colors = colors;
    this.width = width;
    this.height = height;
    Viewport view = page.view();
    rows = (int) Math.min(page.slice().rowCount() - view.firstRow(), view.wholeRows() + 1);
    columns =
        (int) Math.min(page.slice().columnCount() - view.firstColumn(), view.wholeColumns() + 1);
  }

  /// @param focused whether keys reach the grid: only then the cursor has its full colour
  void paint(boolean focused) {
    graphics.clearRect(0, 0, width, height);
    graphics.setFont(colors.font());
    graphics.setTextBaseline(VPos.BASELINE);
    graphics.setTextAlign(TextAlignment.RIGHT);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        paintCell(row, column);
      }
    }
    paintLines();
    paintSelected(focused);
    paintHeads();
  }

  private void paintCell(int row, int column) {
    long sliceRow = page.view().firstRow() + row;
    long sliceColumn = page.view().firstColumn() + column;
    boolean selected =
        page.selected()
            .filter(range -> !range.isSingle() && range.contains(sliceRow, sliceColumn))
            .isPresent();
    if (selected) {
      fillCell(row, column, colors.of(Part.SELECTED_GROUND));
    }
    Optional<GridText> text = page.text().filter(read -> read.contains(sliceRow, sliceColumn));
    if (text.isEmpty()) {
      return;
    }
    Color ink = ink(text.get(), sliceRow, sliceColumn, row, column);
    graphics.setFill(ink);
    int behind = text.get().charactersBehind(sliceRow, sliceColumn, page.width());
    graphics.fillText(
        text.get().text(sliceRow, sliceColumn),
        layout.textRight(column) - behind * layout.glyphs().width(),
        layout.baseline(layout.top(row)));
  }

  /// The colour of a cell's text; its ground is drawn where it has one.
  private Color ink(GridText text, long sliceRow, long sliceColumn, int row, int column) {
    if (!text.block().isPresent(sliceRow, sliceColumn)) {
      return colors.of(Part.ABSENT);
    }
    ElementClass sort = text.elementClass(sliceRow, sliceColumn);
    if (!sort.isFinite()) {
      boolean amongColors = page.scale().isPresent();
      Color ground = colors.of(amongColors ? Part.DANGER : Part.DANGER_GROUND);
      fillCell(row, column, ground);
      return amongColors ? colors.inkOn(ground) : colors.of(Part.DANGER);
    }
    if (page.scale().isPresent()) {
      double value = text.block().value(sliceRow, sliceColumn);
      Color ground = colors.at(page.scale().get().position(value));
      fillCell(row, column, ground);
      return colors.inkOn(ground);
    }
    return colors.of(sort == ElementClass.ZERO ? Part.ZERO : Part.VALUE);
  }

  private void fillCell(int row, int column, Color ground) {
    graphics.setFill(ground);
    graphics.fillRect(
        layout.left(column), layout.top(row), layout.columnWidth(), layout.rowHeight());
  }

  private void paintLines() {
    graphics.setStroke(colors.of(Part.LINE));
    graphics.setLineWidth(1);
    double right = Math.min(width, layout.left(columns));
    double bottom = Math.min(height, layout.top(rows));
    for (int row = 1; row <= rows; row++) {
      double y = layout.top(row) - 0.5;
      graphics.strokeLine(layout.headWidth(), y, right, y);
    }
    for (int column = 1; column <= columns; column++) {
      double x = layout.left(column) - 0.5;
      graphics.strokeLine(x, layout.headHeight(), x, bottom);
    }
  }

  private void paintSelected(boolean focused) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.headWidth() - 1, layout.headHeight() - 1, width, height);
    graphics.clip();
    graphics.setStroke(colors.of(focused ? Part.CURSOR : Part.HEAD_STRONG));
    page.selected()
        .filter(range -> !range.isSingle())
        .ifPresent(
            range -> {
              graphics.setLineWidth(1);
              frame(range, 0.5);
            });
    page.cursor()
        .ifPresent(
            cell -> {
              graphics.setLineWidth(2);
              frame(new CellRange(cell, cell), 0);
            });
    graphics.restore();
  }

  private void frame(CellRange range, double inset) {
    int top = near(range.firstRow() - page.view().firstRow(), rows);
    int left = near(range.firstColumn() - page.view().firstColumn(), columns);
    int bottom = near(range.lastRow() + 1 - page.view().firstRow(), rows);
    int right = near(range.lastColumn() + 1 - page.view().firstColumn(), columns);
    if (bottom < 0 || right < 0 || top > rows || left > columns) {
      return;
    }
    double x = layout.left(left) + inset - (left == 0 ? 0 : 1);
    double y = layout.top(top) + inset - (top == 0 ? 0 : 1);
    graphics.strokeRect(
        x,
        y,
        layout.left(right) - inset - x - (inset == 0 ? 0 : 0.5),
        layout.top(bottom) - inset - y - (inset == 0 ? 0 : 0.5));
  }

  /// A distance that may be huge, no further than just out of sight.
  private static int near(long distance, int visible) {
    return (int) Math.clamp(distance, -1L, visible + 1L);
  }

  private void paintHeads() {
    graphics.setFill(colors.of(Part.HEAD_GROUND));
    graphics.fillRect(0, 0, width, layout.headHeight());
    graphics.fillRect(0, 0, layout.headWidth(), height);
    if (page.slice().axes().rowAxis() != SliceAxes.NONE) {
      for (int row = 0; row < rows; row++) {
        long index = page.view().firstRow() + row;
        paintHead(
            index,
            page.cursor().map(Cell::row).filter(at -> at == index).isPresent(),
            layout.headWidth() - GridLayout.PADDING,
            layout.top(row));
      }
    }
    if (page.slice().axes().columnAxis() != SliceAxes.NONE) {
      paintColumnHeads();
    }
    graphics.setStroke(colors.of(Part.EDGE));
    graphics.setLineWidth(1);
    graphics.strokeLine(0, layout.headHeight() - 0.5, width, layout.headHeight() - 0.5);
    graphics.strokeLine(layout.headWidth() - 0.5, 0, layout.headWidth() - 0.5, height);
  }

  private void paintColumnHeads() {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.headWidth(), 0, width, layout.headHeight());
    graphics.clip();
    for (int column = 0; column < columns; column++) {
      long index = page.view().firstColumn() + column;
      boolean strong = page.cursor().map(Cell::column).filter(at -> at == index).isPresent();
      paintHead(index, strong, layout.textRight(column), 0);
    }
    graphics.restore();
  }

  private void paintHead(long index, boolean strong, double right, double top) {
    graphics.setFill(colors.of(strong ? Part.HEAD_STRONG : Part.HEAD));
    graphics.fillText(Long.toString(index), right, layout.baseline(top));
  }
}
