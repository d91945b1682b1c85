package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.element.ElementClass;

/// Where numbers stand between the largest magnitudes that are visible.
///
/// @param limit the magnitude at the ends of the scale, positive
record ColorScale(double limit) {

  /// The scale for the visible cells of what has been read.
  static ColorScale of(GridText text, Viewport view) {
    double limit = 0;
    for (int row = 0; row <= view.wholeRows(); row++) {
      for (int column = 0; column <= view.wholeColumns(); column++) {
        limit =
            Math.max(limit, magnitude(text, view.firstRow() + row, view.firstColumn() + column));
      }
    }
    return new ColorScale(limit == 0 ? 1 : limit);
  }

  private static double magnitude(GridText text, long row, long column) {
    return isColored(text, row, column) ? Math.abs(text.block().value(row, column)) : 0;
  }

  /// Whether a cell has a place on a scale.
  static boolean isColored(GridText text, long row, long column) {
    if (!text.contains(row, column) || !text.block().isPresent(row, column)) {
      return false;
    }
    ElementClass sort = text.elementClass(row, column);
    return sort.isFinite();
  }

  /// From -1 to 1.
  double position(double value) {
    return Math.clamp(value / limit, -1, 1);
  }
}
