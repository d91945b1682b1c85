package io.github.tensorloupe.survey;

import io.github.tensorloupe.text.Spelled;

/// The values that a survey reads.
public enum ValueDepth implements Spelled {
  /// No values, only headers.
  NONE,
  /// All values, to find NaN, infinities, zero-filled pages and constant tensors.
  HEALTH,
  /// All values, to compute statistics as well.
  STATS
}
