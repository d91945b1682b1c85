package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.MenuPlace;
import io.github.tensorloupe.desktop.theme.CrispCanvas;
import java.util.List;
import java.util.Optional;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;

/// The cells and their heads, drawn. Keys and clicks are heard by [GridControl].
final class GridCanvas extends Region {

  private static final int MEASURED_GLYPHS = 100;
  private static final int MIN_ROWS = 2;

  private final ValuesViewModel model;
  private final GridColors colors = new GridColors(this);
  private final CrispCanvas canvas = new CrispCanvas(this);
  private GridLayout.Glyphs glyphs;

  GridCanvas(ValuesViewModel model) {
    this.model = model;
    setId("values-grid");
    getStyleClass().addAll("grid-canvas", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.TEXT);
    getChildren().add(canvas);
    measure();
    colors.onChange(this::restyle);
    Following.of(this).subscribe(model.pageProperty(), _ -> setNeedsLayout(true));
    focusedProperty().subscribe(_ -> setNeedsLayout(true));
    MenuPlace.set(this, () -> model.pageProperty().get().flatMap(this::cursorPoint));
  }

  private void restyle() {
    measure();
    setNeedsLayout(true);
  }

  private void measure() {
    Text sample = new Text("0".repeat(MEASURED_GLYPHS));
    sample.setFont(colors.font());
    Bounds bounds = sample.getLayoutBounds();
    glyphs =
        new GridLayout.Glyphs(
            bounds.getWidth() / MEASURED_GLYPHS, bounds.getHeight(), -bounds.getMinY());
  }

  GridColors colors() {
    return colors;
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

  /// The middle of a cell, as a point of this node.
  ///
  /// @param row counted from the one on top
  /// @param column counted from the one at the left
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
  protected void layoutChildren() {
    canvas.place(0, 0, getWidth(), getHeight());
    canvas.getGraphicsContext2D().clearRect(0, 0, getWidth(), getHeight());
    // May put another page in place, which is then the one to draw.
    gridLayout()
        .ifPresent(
            layout ->
                model.setWholeCells(
                    layout.wholeRows(getHeight()), layout.wholeColumns(getWidth())));
    model.pageProperty().get().ifPresent(this::paint);
  }

  private void paint(GridPage page) {
    GridLayout layout = GridLayout.of(page, glyphs);
    new GridPainter(canvas.getGraphicsContext2D(), page, layout, colors, getWidth(), getHeight())
        .paint(isFocused());
    setAccessibleText(page.cursor().map(cell -> CellLine.of(page, cell).spoken()).orElse(""));
  }

  @Override
  protected double computeMinHeight(double width) {
    return rowHeight() * (MIN_ROWS + 1);
  }

  @Override
  protected double computePrefHeight(double width) {
    return computeMinHeight(width);
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return GridColors.cssMetaData();
  }
}
