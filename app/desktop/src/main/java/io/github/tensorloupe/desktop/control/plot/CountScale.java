package io.github.tensorloupe.desktop.control.plot;

import module java.base;

import io.github.tensorloupe.text.Spelled;

/// The scale of the counts.
public enum CountScale implements Spelled {
  /// Twice the count, twice the height.
  LINEAR,
  /// Ten times the count, one step more of height.
  LOG;

  /// The axis begins at a third of a value, so that a single one still has a height.
  private static final double LOG_ORIGIN = 1.0 / 3;

  private static double decades(double count) {
    return Math.log10(count / LOG_ORIGIN);
  }

  /// The height of a bar as a part of the height of the chart, from 0 to 1.
  ///
  /// @param count at least 0
  /// @param tallest the count that reaches the top, at least 1 and `count`
  public double fraction(double count, double tallest) {
    return switch (this) {
      case LINEAR -> count / tallest;
      case LOG -> count <= LOG_ORIGIN ? 0 : decades(count) / decades(tallest);
    };
  }

  /// The marks along the axis, ascending.
  ///
  /// @param tallest the count that reaches the top, at least 1
  /// @param unit number of values that 1 on the axis stands for: 1, or one percent of all values
  /// @param atMost about how many marks, at least 1
  public List<BigDecimal> ticks(double tallest, double unit, int atMost) {
    return switch (this) {
      case LINEAR -> AxisTicks.between(0, tallest / unit, atMost, unit == 1);
      case LOG -> {
        int lowest = (int) Math.ceil(Math.log10(1 / unit) - 1e-9);
        int highest = (int) Math.floor(Math.log10(tallest / unit) + 1e-9);
        int step = (highest - lowest) / Math.max(1, atMost) + 1;
        yield IntStream.iterate(lowest, decade -> decade <= highest, decade -> decade + step)
            .mapToObj(BigDecimal.ONE::scaleByPowerOfTen)
            .toList();
      }
    };
  }
}
