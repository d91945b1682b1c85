package io.github.tensorloupe.desktop.control.plot;

import module java.base;

import io.github.tensorloupe.text.Spelled;

/// The scale of the counts.
public enum CountScale implements Spelled {
  /// Proportional to the count.
  LINEAR,
  /// Logarithmic.
  LOG;

  /// The axis starts at a third, so that a count of 1 is visible.
  private static final double LOG_ORIGIN = 1.0 / 3;

  private static double decades(double count) {
    return Math.log10(count / LOG_ORIGIN);
  }

  /// Returns the height of a bar relative to the chart, from 0 to 1.
  ///
  /// @param count at least 0
  /// @param tallest the count at the top, at least 1 and `count`
  public double fraction(double count, double tallest) {
    return switch (this) {
      case LINEAR -> count / tallest;
      case LOG -> count <= LOG_ORIGIN ? 0 : decades(count) / decades(tallest);
    };
  }

  /// Returns the ticks of the axis, ascending.
  ///
  /// @param tallest the count at the top, at least 1
  /// @param unit number of values per unit of the axis: 1, or one percent of all values
  /// @param atMost approximate number of ticks, at least 1
  public List<BigDecimal> ticks(double tallest, double unit, int atMost) {
    return switch (this) {
      case LINEAR -> AxisTicks.between(0, tallest / unit, atMost, unit == 1);
      case LOG -> AxisTicks.powers(1 / unit, tallest / unit, atMost);
    };
  }
}
