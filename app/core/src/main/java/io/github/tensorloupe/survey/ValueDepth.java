package io.github.tensorloupe.survey;

import io.github.tensorloupe.text.Spelled;

/// The part of the values that a survey reads.
public enum ValueDepth implements Spelled {
  /// Headers only.
  NONE,
  /// All values, for NaN, infinities, zero pages and constant tensors.
  HEALTH,
  /// All values, for their statistics.
  STATS
}
