package io.github.tensorloupe.analysis.heatmap;

/// A method for combining the elements of a pixel into a number. Ignores non-finite values.
public enum Pooling {
  /// The number of largest magnitude, with its sign. Shows extreme values, which a mean hides.
  EXTREME,
  MEAN,
  /// The root mean square, never negative.
  RMS
}
