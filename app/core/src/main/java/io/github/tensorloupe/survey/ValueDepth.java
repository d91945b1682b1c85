package io.github.tensorloupe.survey;

import module java.base;

/// The part of the values that a survey reads.
public enum ValueDepth {
  /// Headers only.
  NONE,
  /// All values, for NaN, infinities, zero pages and constant tensors.
  HEALTH,
  /// All values, for their statistics.
  STATS;

  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }
}
