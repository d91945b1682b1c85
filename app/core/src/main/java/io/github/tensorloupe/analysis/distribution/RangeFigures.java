package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The statistics of the values in a range.
///
/// @param count the number of finite values in the range
/// @param min the smallest of these values, or empty if `count` is 0
/// @param max the largest of these values, likewise
/// @param mean the arithmetic mean of these values, likewise
public record RangeFigures(
    Known count, Optional<Known> min, Optional<Known> max, Optional<Known> mean) {

  /// A number.
  ///
  /// @param exact false if it is an estimate, because values are known only by bucket
  public record Known(Number value, boolean exact) {}
}
