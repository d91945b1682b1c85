package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The figures of the values in a part of the number line.
///
/// @param count how many finite values lie in it
/// @param min the smallest of them; empty where there is none
/// @param max the largest of them
/// @param mean their arithmetic mean
public record RangeFigures(
    Known count, Optional<Known> min, Optional<Known> max, Optional<Known> mean) {

  /// A number.
  ///
  /// @param exact false where it is an estimate, from values that are known by their buckets only
  public record Known(Number value, boolean exact) {}
}
