package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;

/// The layout of the places of a layer map, in pixels from the top left corner of the pane. Rows
/// and columns fill the pane as far as places do not become too small or too large; what does not
/// fit is scrolled to.
///
/// @param left where the places begin, right of the numbers of the layers
/// @param top where the places begin, below the roles
/// @param width what is left for places
/// @param height what is left for places
/// @param scrollX how much of the places is beyond the left edge
/// @param scrollY how much of the places is beyond the upper edge
record LayerMapLayout(
    int rows,
    int columns,
    double left,
    double top,
    double width,
    double height,
    double scrollX,
    double scrollY) {

  static final double MIN_CELL_WIDTH = 15;
  static final double MIN_CELL_HEIGHT = 8;
  private static final double MAX_CELL_WIDTH = 80;
  private static final double MAX_CELL_HEIGHT = 28;
  private static final double GAP = 1;

  /// The same scrolled to somewhere, at most to the end.
  LayerMapLayout scrolled(double x, double y) {
    return new LayerMapLayout(
        rows,
        columns,
        left,
        top,
        width,
        height,
        Math.clamp(Math.round(x), 0, maxScrollX()),
        Math.clamp(Math.round(y), 0, maxScrollY()));
  }

  double cellWidth() {
    return Math.clamp(Math.floor(width / columns), MIN_CELL_WIDTH, MAX_CELL_WIDTH);
  }

  double cellHeight() {
    return Math.clamp(Math.floor(height / rows), MIN_CELL_HEIGHT, MAX_CELL_HEIGHT);
  }

  double maxScrollX() {
    return Math.max(0, columns * cellWidth() - width);
  }

  double maxScrollY() {
    return Math.max(0, rows * cellHeight() - height);
  }

  double columnLeft(int column) {
    return left + column * cellWidth() - scrollX;
  }

  double rowTop(int row) {
    return top + row * cellHeight() - scrollY;
  }

  int firstRow() {
    return (int) (scrollY / cellHeight());
  }

  /// The number of the first row that is wholly below the pane.
  int endRow() {
    return (int) Math.min(rows, Math.ceil((scrollY + height) / cellHeight()));
  }

  int firstColumn() {
    return (int) (scrollX / cellWidth());
  }

  /// The number of the first column that is wholly right of the pane.
  int endColumn() {
    return (int) Math.min(columns, Math.ceil((scrollX + width) / cellWidth()));
  }

  int wholeRows() {
    return Math.max(1, (int) (height / cellHeight()));
  }

  /// The part of the pane that the places are seen in.
  Rectangle2D cells() {
    return new Rectangle2D(left, top, width, height);
  }

  /// The rectangle that a place is drawn in.
  Rectangle2D box(LayerPlace place) {
    return new Rectangle2D(
        columnLeft(place.column()), rowTop(place.row()), cellWidth() - GAP, cellHeight() - GAP);
  }

  Point2D middleOf(LayerPlace place) {
    Rectangle2D box = box(place);
    return new Point2D(box.getMinX() + box.getWidth() / 2, box.getMinY() + box.getHeight() / 2);
  }

  /// The place at a point of the pane.
  Optional<LayerPlace> at(double x, double y) {
    boolean isInside = x >= left && y >= top && x < left + width && y < top + height;
    int row = (int) ((y - top + scrollY) / cellHeight());
    int column = (int) ((x - left + scrollX) / cellWidth());
    return Optional.of(new LayerPlace(row, column))
        .filter(_ -> isInside && row < rows && column < columns);
  }

  /// The same scrolled as little as it takes to show a place as a whole.
  LayerMapLayout showing(LayerPlace place) {
    return scrolled(
        near(scrollX, place.column() * cellWidth(), cellWidth(), width),
        near(scrollY, place.row() * cellHeight(), cellHeight(), height));
  }

  private static double near(double scroll, double begin, double length, double room) {
    return Math.min(begin, Math.max(scroll, begin + length - room));
  }
}
