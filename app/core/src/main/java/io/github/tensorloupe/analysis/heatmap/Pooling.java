package io.github.tensorloupe.analysis.heatmap;

/// Combines the elements that share a pixel. Non-finite values are ignored.
public enum Pooling {
  /// The number of largest magnitude with its sign, because a mean hides extreme values.
  EXTREME,
  MEAN,
  /// The root mean square, never negative.
  RMS
}
