package io.github.tensorloupe.analysis.heatmap;

/// Combines many elements that share one pixel. Values that are not finite take no part in it.
public enum Pooling {
  /// The number of largest magnitude with its sign, because a mean hides what stands out.
  EXTREME,
  MEAN,
  /// The root of the mean of the squares, never negative.
  RMS
}
