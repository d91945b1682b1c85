package io.github.tensorloupe.desktop.control.plot;

import module java.base;

/// The rectangle of the bars, with the positions of values and bins. All coordinates are chart
/// pixels aligned to device pixels.
///
/// @param pixel the size of a device pixel
/// @param axis the bins, all equally wide
public record PlotArea(
    double left, double top, double width, double height, double pixel, ChartAxis axis) {

  private static final double WIDTH_WITH_GAP = 4;
  private static final double MAX_BAR_WIDTH = 72;

  public double right() {
    return left + width;
  }

  public double bottom() {
    return top + height;
  }

  public int binCount() {
    return axis.bins().count();
  }

  /// Returns the x coordinate of a value; the nearer edge for values outside.
  public double x(double value) {
    if (value <= axis.low()) {
      return snap(left);
    }
    if (value >= axis.high()) {
      return snap(right());
    }
    int bin = binOf(value);
    return snap(left + width * (bin + fraction(bin, value)) / binCount());
  }

  private int binOf(double value) {
    int low = 0;
    int high = binCount() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (axis.bins().edge(middle) <= value) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private double fraction(int bin, double value) {
    double from = axis.bins().edge(bin);
    double to = axis.bins().edge(bin + 1);
    if (axis.scale() != ValueScale.LINEAR && from * to > 0) {
      return Math.log(value / from) / Math.log(to / from);
    }
    // Halved, because the difference may overflow a double.
    return (value / 2 - from / 2) / (to / 2 - from / 2);
  }

  /// Returns true if a value is inside or on an edge.
  public boolean shows(double value) {
    return axis.low() <= value && value <= axis.high();
  }

  /// Returns the left edge of a bin's column; for `binCount` the right edge of the last.
  public double columnLeft(int bin) {
    return snap(left + width * bin / binCount());
  }

  /// Returns the left edge of a bin's bar, which is the edge of its column unless the column is
  /// wider than the maximum bar.
  public double barLeft(int bin) {
    double spare = columnLeft(bin + 1) - columnLeft(bin) - barWidth(bin);
    return spare > pixel ? snap(columnLeft(bin) + spare / 2) : columnLeft(bin);
  }

  /// Returns the width of a bin's bar: its column without the gap, if there is room for gaps.
  public double barWidth(int bin) {
    double column = columnLeft(bin + 1) - columnLeft(bin);
    double width = column >= WIDTH_WITH_GAP * pixel ? column - pixel : Math.max(column, pixel);
    return Math.min(width, MAX_BAR_WIDTH);
  }

  /// Returns the height of a bar: a whole number of device pixels, at least one unless the count is
  /// 0.
  public double barHeight(double count, double tallest, CountScale scale) {
    return count == 0 ? 0 : Math.max(pixel, snap(scale.fraction(count, tallest) * height));
  }

  /// Returns the bin at an x coordinate.
  public OptionalInt binAt(double x) {
    return x < left || x >= right() ? OptionalInt.empty() : OptionalInt.of(nearestBin(x));
  }

  /// Returns the bin nearest to an x coordinate.
  public int nearestBin(double x) {
    int last = binCount() - 1;
    int bin = (int) Math.clamp((x - left) / Math.max(width, pixel) * binCount(), 0, last);
    // Columns begin at whole pixels.
    if (bin > 0 && x < columnLeft(bin)) {
      return bin - 1;
    }
    return bin < last && x >= columnLeft(bin + 1) ? bin + 1 : bin;
  }

  public double snap(double position) {
    return Math.round(position / pixel) * pixel;
  }
}
