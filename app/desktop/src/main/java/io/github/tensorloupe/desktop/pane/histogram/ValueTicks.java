package io.github.tensorloupe.desktop.pane.histogram;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Round values along the horizontal axis: multiples of a round step, or powers of ten.
final class ValueTicks {

  private ValueTicks() {}

  /// The values to mark, ascending.
  ///
  /// @param atMost about how many, at least 2
  static List<BigDecimal> of(ChartAxis axis, int atMost) {
    List<BigDecimal> powers =
        switch (axis.scale()) {
          case LINEAR -> List.of();
          case SYMMETRIC_LOG -> symmetric(axis, atMost);
          case LOG -> powers(axis.low(), axis.high(), atMost);
        };
    // A single one tells no scale.
    return powers.size() >= 2 ? powers : multiples(axis, atMost);
  }

  private static List<BigDecimal> multiples(ChartAxis axis, int atMost) {
    return axis.integers()
        ? AxisTicks.integersBetween(axis.low(), axis.high(), atMost)
        : AxisTicks.between(axis.low(), axis.high(), atMost);
  }

  private static List<BigDecimal> symmetric(ChartAxis axis, int atMost) {
    int each = Math.max(1, atMost / 2);
    double farthest = Math.max(-axis.low(), axis.high());
    List<BigDecimal> all = powers(axis.threshold(), farthest, each);
    List<BigDecimal> ticks = new ArrayList<>();
    all.reversed().stream()
        .map(BigDecimal::negate)
        .filter(tick -> tick.doubleValue() >= axis.low())
        .forEach(ticks::add);
    ticks.removeIf(tick -> tick.doubleValue() > axis.high());
    if (axis.low() <= 0 && axis.high() >= 0) {
      ticks.add(BigDecimal.ZERO);
    }
    all.stream()
        .filter(tick -> tick.doubleValue() >= axis.low() && tick.doubleValue() <= axis.high())
        .forEach(ticks::add);
    return ticks;
  }

  private static List<BigDecimal> powers(double low, double high, int atMost) {
    // Rounding may leave a power of ten a little beside itself.
    int first = (int) Math.ceil(Math.log10(low) - 1e-9);
    int last = (int) Math.floor(Math.log10(high) + 1e-9);
    if (last < first) {
      return List.of();
    }
    int step = (last - first) / atMost + 1;
    List<BigDecimal> ticks = new ArrayList<>();
    for (int exponent = last; exponent >= first; exponent -= step) {
      ticks.add(BigDecimal.ONE.scaleByPowerOfTen(exponent));
    }
    Collections.reverse(ticks);
    return ticks;
  }
}
