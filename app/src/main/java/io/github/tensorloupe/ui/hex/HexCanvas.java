package io.github.tensorloupe.ui.hex;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.scene.transform.Scale;

/// The rows of bytes, drawn. Keys and clicks are heard by [HexView].
final class HexCanvas extends Region {

  private static final int MEASURED_GLYPHS = 100;
  private static final int MIN_ROWS = 4;

  private final HexViewModel model;
  private final HexColors colors = new HexColors(this);
  private final Canvas canvas = new Canvas();
  private HexLayout.Glyphs glyphs;

  HexCanvas(HexViewModel model) {
    this.model = model;
    setId("hex-canvas");
    getStyleClass().addAll("hex-canvas", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.TEXT);
    getChildren().add(canvas);
    measure();
    colors.onChange(this::restyle);
    model.pageProperty().subscribe(_ -> setNeedsLayout(true));
    focusedProperty().subscribe(_ -> setNeedsLayout(true));
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
        new HexLayout.Glyphs(
            bounds.getWidth() / MEASURED_GLYPHS, bounds.getHeight(), -bounds.getMinY());
  }

  HexColors colors() {
    return colors;
  }

  private HexLayout layout(HexPage page) {
    return HexLayout.fitting(getWidth(), HexText.offsetDigits(page.rows().fileLength()), glyphs);
  }

  /// File offset of the byte at a point of this node; empty where there is none.
  OptionalLong byteOffsetAt(double x, double y) {
    HexPage page = model.pageProperty().get();
    Optional<HexLayout.Hit> hit = layout(page).hit(x, y);
    return hit.stream()
        .mapToLong(cell -> (page.firstRow() + cell.row()) * HexRows.BYTES_PER_ROW + cell.column())
        .filter(byteOffset -> byteOffset < page.rows().fileLength())
        .findFirst();
  }

  /// The middle of a byte's digits, as a point of this node.
  ///
  /// @param row counted from the row on top
  /// @param column from 0 to 15
  Point2D middleOf(int row, int column) {
    HexLayout layout = layout(model.pageProperty().get());
    return new Point2D(
        (layout.cellLeft(column) + layout.cellRight(column)) / 2,
        layout.rowTop(row) + layout.rowHeight() / 2);
  }

  double rowHeight() {
    return layout(model.pageProperty().get()).rowHeight();
  }

  @Override
  protected void layoutChildren() {
    HexLayout layout = layout(model.pageProperty().get());
    // May put another page in place, which is then the one to draw.
    model.setWholeRows(layout.wholeRows(getHeight()));
    fitCanvas();
    new HexPainter(
            canvas.getGraphicsContext2D(), layout, colors, getWidth(), getHeight(), isFocused())
        .paint(model.pageProperty().get());
    setAccessibleText(model.caretRowText());
  }

  /// Gives the canvas as many pixels as the scene shows it with: a canvas that is enlarged after it
  /// was drawn is blurred.
  private void fitCanvas() {
    double scale = Math.max(1, Math.ceil(getLocalToSceneTransform().getMxx()));
    canvas.setWidth(getWidth() * scale);
    canvas.setHeight(getHeight() * scale);
    canvas.getTransforms().setAll(new Scale(1 / scale, 1 / scale));
    canvas.getGraphicsContext2D().setTransform(scale, 0, 0, scale, 0, 0);
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
    return HexColors.cssMetaData();
  }
}
