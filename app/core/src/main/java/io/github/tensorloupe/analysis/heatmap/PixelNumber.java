package io.github.tensorloupe.analysis.heatmap;

/// The number of one pixel.
///
/// @param value finite, or NaN where no element is
/// @param nan true if an element is NaN
/// @param infinite true if an element is infinite
/// @param absent true if there is no element
record PixelNumber(double value, boolean nan, boolean infinite, boolean absent) {

  static final PixelNumber ABSENT = new PixelNumber(Double.NaN, false, false, true);

  /// Of one element or of several that are all finite; a zero has no sign.
  static PixelNumber of(double element) {
    return Double.isFinite(element)
        ? new PixelNumber(element + 0.0, false, false, false)
        : new PixelNumber(Double.NaN, Double.isNaN(element), Double.isInfinite(element), false);
  }
}
