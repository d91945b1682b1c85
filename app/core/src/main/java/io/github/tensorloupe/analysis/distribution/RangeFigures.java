package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The statistics of the finite values in a range.
///
/// @param count the number of values in the range
/// @param min the smallest value, or empty if `count` is 0
/// @param max the largest value, or empty if `count` is 0
/// @param mean the arithmetic mean, or empty if `count` is 0
public record RangeFigures(
    Known count, Optional<Known> min, Optional<Known> max, Optional<Known> mean) {

  /// A statistic.
  ///
  /// @param exact false if the value is an estimate from counts per bucket
  public record Known(Number value, boolean exact) {}
}
