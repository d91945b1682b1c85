package io.github.tensorloupe.desktop.pane.histogram;

/// A part of the number line.
///
/// @param low where it begins, finite
/// @param high where it ends, finite and above `low`
record ValueRange(double low, double high) {

  ValueRange {
    if (!Double.isFinite(low) || !Double.isFinite(high) || !(low < high)) {
      throw new IllegalArgumentException("from %s to %s".formatted(low, high));
    }
  }
}
