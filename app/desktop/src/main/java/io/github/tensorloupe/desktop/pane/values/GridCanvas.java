package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.copy.MenuPlace;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellSummary;
import io.github.tensorloupe.desktop.pane.values.GridPlace.Viewport;

/// The drawn cells and their heads. [GridControl] handles keys and clicks.
final class GridCanvas extends CanvasRegion {

  private static final CanvasPalette PALETTE =
      CanvasPalette.of("-tl-grid-", List.of(GridColor.values()));
  private static final int MIN_ROWS = 2;

  private final ValuesViewModel model;
  private Glyphs glyphs;

  GridCanvas(ValuesViewModel model) {
    super(PALETTE);
    this.model = model;
    setId("values-grid");
    getStyleClass().addAll("grid-canvas", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.TEXT);
    glyphs = Glyphs.of(font());
    Following.of(this).subscribe(model.pageProperty(), _ -> redraw());
    focusedProperty().subscribe(_ -> redraw());
    MenuPlace.set(this, () -> model.pageProperty().get().flatMap(this::cursorPoint));
  }

  @Override
  protected void restyle() {
    glyphs = Glyphs.of(font());
    redraw();
  }

  private Optional<GridLayout> gridLayout() {
    return model.pageProperty().get().map(page -> GridLayout.of(page, glyphs));
  }

  /// The cell at a point of this node; empty where there is none.
  Optional<Cell> cellAt(double x, double y) {
    return gridLayout().flatMap(layout -> layout.cellAt(model.pageProperty().get().get(), x, y));
  }

  /// The cell nearest to a point; empty where there are no cells.
  Optional<Cell> nearest(double x, double y) {
    return gridLayout().map(layout -> layout.nearest(model.pageProperty().get().get(), x, y));
  }

  /// The center of a cell, as a point of this node.
  ///
  /// @param row counted from the first visible one
  /// @param column counted from the first visible one
  Point2D middleOf(int row, int column) {
    GridLayout layout = gridLayout().orElseThrow();
    return new Point2D(
        layout.left(column) + layout.columnWidth() / 2, layout.top(row) + layout.rowHeight() / 2);
  }

  private Optional<Point2D> cursorPoint(GridPage page) {
    Viewport view = page.view();
    return page.cursor()
        .map(
            cell ->
                middleOf(
                    (int) (cell.row() - view.firstRow()),
                    (int) (cell.column() - view.firstColumn())));
  }

  double rowHeight() {
    return gridLayout().map(GridLayout::rowHeight).orElse(glyphs.height());
  }

  double columnWidth() {
    return gridLayout().map(GridLayout::columnWidth).orElse(glyphs.width());
  }

  @Override
  protected void arrange(double width, double height) {
    gridLayout()
        .ifPresent(
            layout -> model.setWholeCells(layout.wholeRows(height), layout.wholeColumns(width)));
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    model
        .pageProperty()
        .get()
        .ifPresent(
            page -> {
              new GridPainter(graphics, page, GridLayout.of(page, glyphs), this, width, height)
                  .paint(isFocused());
              setAccessibleText(
                  page.cursor().map(cell -> CellSummary.of(page, cell).spoken()).orElse(""));
            });
  }

  @Override
  protected double computeMinHeight(double width) {
    return rowHeight() * (MIN_ROWS + 1);
  }

  @Override
  protected double computePrefHeight(double width) {
    return computeMinHeight(width);
  }
}
