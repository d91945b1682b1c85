package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;

/// Where the finite values of distributions lie, as far as an axis must know.
///
/// @param min the smallest
/// @param max the largest
/// @param integers whether all of them are integers of the file
/// @param smallestPositive the smallest one above zero; NaN where there is none
/// @param typical a magnitude that a good part of them does not exceed; 0 where all are zero
record Extent(double min, double max, boolean integers, double smallestPositive, double typical) {

  /// Of one distribution.
  ///
  /// @param distribution with at least one finite value
  static Extent of(Distribution distribution) {
    return new Extent(
        distribution.min().doubleValue(),
        distribution.max().doubleValue(),
        NumberText.isInteger(distribution.min()),
        smallestPositive(distribution),
        typical(distribution));
  }

  /// Of these and others; what is typical stays what it is here.
  Extent and(Extent other) {
    return new Extent(
        Math.min(min, other.min),
        Math.max(max, other.max),
        integers && other.integers,
        // The other one where one of them is NaN.
        Double.isNaN(smallestPositive) || other.smallestPositive < smallestPositive
            ? other.smallestPositive
            : smallestPositive,
        typical);
  }

  private static double smallestPositive(Distribution distribution) {
    double min = distribution.min().doubleValue();
    double max = distribution.max().doubleValue();
    if (min > 0 || max <= 0) {
      return min > 0 ? min : Double.NaN;
    }
    Histogram fromZero = distribution.histogram(Bins.linear(0, max, 1));
    long before = fromZero.below() + distribution.counts().zero();
    long finite = distribution.counts().finite();
    // Half a rank less, so that rounding cannot reach the next one.
    double value = distribution.quantile((before + 0.5) / finite).doubleValue();
    return value > 0 ? value : Double.NaN;
  }

  private static double typical(Distribution distribution) {
    double inner = magnitude(distribution, 0.25);
    double outer = inner > 0 ? inner : magnitude(distribution, 0.01);
    return outer > 0
        ? outer
        : Math.max(
            Math.abs(distribution.min().doubleValue()), Math.abs(distribution.max().doubleValue()));
  }

  private static double magnitude(Distribution distribution, double probability) {
    return Math.max(
        Math.abs(distribution.quantile(probability).doubleValue()),
        Math.abs(distribution.quantile(1 - probability).doubleValue()));
  }
}
