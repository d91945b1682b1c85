package io.github.tensorloupe.desktop.control.plot;

import module java.base;

/// The rectangle of a plot, divided into equally wide columns whose edges are aligned to device
/// pixels.
///
/// @param pixel the size of a device pixel
public record PlotArea(
    double left, double top, double width, double height, double pixel, int columns) {

  private static final double WIDTH_WITH_GAP = 4;
  private static final double MAX_BAR_WIDTH = 72;
  private static final int MAX_TICKS = 24;

  public double right() {
    return left + width;
  }

  public double bottom() {
    return top + height;
  }

  /// Returns the x coordinate of a position between the left (0) and the right edge (1).
  public double x(double position) {
    return left + width * position;
  }

  /// Returns the y coordinate of a position between the bottom (0) and the top (1).
  public double y(double position) {
    return bottom() - height * position;
  }

  /// Returns the left edge of a column; for `columns` the right edge of the last one.
  public double columnLeft(int column) {
    return snap(left + width * column / columns);
  }

  /// Returns the left edge of the bar in a column, which is the edge of the column unless that is
  /// wider than the maximum bar.
  public double barLeft(int column) {
    double spare = columnLeft(column + 1) - columnLeft(column) - barWidth(column);
    return spare > pixel ? snap(columnLeft(column) + spare / 2) : columnLeft(column);
  }

  /// Returns the width of the bar in a column: the column without a gap, if there is room for gaps.
  public double barWidth(int column) {
    double whole = columnLeft(column + 1) - columnLeft(column);
    double width = whole >= WIDTH_WITH_GAP * pixel ? whole - pixel : Math.max(whole, pixel);
    return Math.min(width, MAX_BAR_WIDTH);
  }

  /// Returns the height of a bar: a whole number of device pixels, at least one unless the share is
  /// 0.
  ///
  /// @param share of the height of the plot
  public double barHeight(double share) {
    return share == 0 ? 0 : Math.max(pixel, snap(share * height));
  }

  /// Returns the column at an x coordinate.
  public OptionalInt columnAt(double x) {
    return x < left || x >= right() ? OptionalInt.empty() : OptionalInt.of(nearestColumn(x));
  }

  /// Returns the column nearest to an x coordinate.
  public int nearestColumn(double x) {
    int last = columns - 1;
    int column = (int) Math.clamp((x - left) / Math.max(width, pixel) * columns, 0, last);
    // Columns begin at whole pixels.
    if (column > 0 && x < columnLeft(column)) {
      return column - 1;
    }
    return column < last && x >= columnLeft(column + 1) ? column + 1 : column;
  }

  /// Returns the nearest edge of a device pixel.
  public double snap(double position) {
    return Math.round(position / pixel) * pixel;
  }

  /// Returns the number of ticks that fit on an axis, at least 2.
  public static int tickCount(double length, double spacing) {
    return (int) Math.clamp(length / spacing, 2, MAX_TICKS);
  }
}
