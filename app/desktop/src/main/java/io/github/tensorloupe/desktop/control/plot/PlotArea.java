package io.github.tensorloupe.desktop.control.plot;

import module java.base;

/// The rectangle in which bars stand, and where values and bins are in it. Everything is in pixels
/// of the chart and falls on device pixels.
///
/// @param pixel the size of a device pixel
/// @param axis which bin stands where; all are equally wide
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

  /// The x coordinate of a value; the nearer edge for values outside.
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
    // Halves, for the whole range may leave a double.
    return (value / 2 - from / 2) / (to / 2 - from / 2);
  }

  /// True where a value lies inside or on an edge.
  public boolean shows(double value) {
    return axis.low() <= value && value <= axis.high();
  }

  /// The left edge of a bin's column; for `binCount` the right edge of the last.
  public double columnLeft(int bin) {
    return snap(left + width * bin / binCount());
  }

  /// The left edge of a bin's bar: that of its column, unless the column is wider than a bar gets.
  public double barLeft(int bin) {
    double spare = columnLeft(bin + 1) - columnLeft(bin) - barWidth(bin);
    return spare > pixel ? snap(columnLeft(bin) + spare / 2) : columnLeft(bin);
  }

  /// The width of a bin's bar: the column less the gap to the next one, where there is room for
  /// gaps.
  public double barWidth(int bin) {
    double column = columnLeft(bin + 1) - columnLeft(bin);
    double width = column >= WIDTH_WITH_GAP * pixel ? column - pixel : Math.max(column, pixel);
    return Math.min(width, MAX_BAR_WIDTH);
  }

  /// The height of a bar: a whole number of device pixels, at least one unless the count is 0.
  public double barHeight(double count, double tallest, CountScale scale) {
    return count == 0 ? 0 : Math.max(pixel, snap(scale.fraction(count, tallest) * height));
  }

  /// The bin whose column is at a place.
  public OptionalInt binAt(double x) {
    return x < left || x >= right() ? OptionalInt.empty() : OptionalInt.of(nearestBin(x));
  }

  /// The bin whose column is nearest to a place.
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
