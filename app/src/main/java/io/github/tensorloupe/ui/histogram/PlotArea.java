package io.github.tensorloupe.ui.histogram;

import java.util.OptionalInt;

/// The rectangle in which bars stand, and where values and bins are in it. Everything is in pixels
/// of the chart and falls on device pixels.
///
/// @param left the left edge
/// @param top the upper edge
/// @param width at least 0
/// @param height at least 0
/// @param pixel the size of a device pixel
/// @param min the value at the left edge
/// @param max the value at the right edge; if it is `min`, that value stands in the middle
/// @param binCount how many bins there are
record PlotArea(
    double left,
    double top,
    double width,
    double height,
    double pixel,
    double min,
    double max,
    int binCount) {

  private static final double LONE_BAR_WIDTH = 16;
  private static final double WIDTH_WITH_GAP = 4;

  double right() {
    return left + width;
  }

  double bottom() {
    return top + height;
  }

  /// Where a value stands.
  double x(double value) {
    if (min == max) {
      return snap(left + width / 2);
    }
    // Halves, for the whole range may leave a double.
    double fraction = (value / 2 - min / 2) / (max / 2 - min / 2);
    return snap(left + Math.clamp(fraction, 0, 1) * width);
  }

  /// The left edge of a bin's column; for `binCount` the right edge of the last.
  double columnLeft(int bin) {
    if (binCount == 1) {
      return snap(left + width / 2 + (bin == 0 ? -LONE_BAR_WIDTH : LONE_BAR_WIDTH) / 2);
    }
    return snap(left + width * bin / binCount);
  }

  /// The width of a bin's bar: the column less the gap to the next one, where there is room for
  /// gaps.
  double barWidth(int bin) {
    double column = columnLeft(bin + 1) - columnLeft(bin);
    return column >= WIDTH_WITH_GAP * pixel ? column - pixel : Math.max(column, pixel);
  }

  /// The height of a bar: a whole number of device pixels, at least one unless the count is 0.
  double barHeight(long count, long maxCount, CountScale scale) {
    return count == 0 ? 0 : Math.max(pixel, snap(scale.fraction(count, maxCount) * height));
  }

  /// The bin whose column is at a place.
  OptionalInt binAt(double x) {
    for (int bin = 0; bin < binCount; bin++) {
      if (columnLeft(bin) <= x && x < columnLeft(bin + 1)) {
        return OptionalInt.of(bin);
      }
    }
    return OptionalInt.empty();
  }

  /// The nearest device pixel.
  double snap(double position) {
    return Math.round(position / pixel) * pixel;
  }
}
