package io.github.tensorloupe.desktop.control.plot;

import module java.base;

import io.github.tensorloupe.text.Quantities;

/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
///
/// Computed in decimal, so that ticks are exactly round and distinct even on a short axis far from
/// zero.
public final class AxisTicks {

  /// A step is at most 2.5 times the requested one, so that two ticks fit.
  private static final int ALWAYS_TWO = 5;

  private AxisTicks() {}

  /// Returns the round numbers of an axis, ascending.
  ///
  /// @param min finite
  /// @param max finite, at least `min`; if equal, that number is the only tick
  /// @param atMost maximum number of ticks, at least 2; slightly exceeded if there would be fewer
  ///   than 2
  /// @param integers true for integers only, possibly none
  public static List<BigDecimal> between(double min, double max, int atMost, boolean integers) {
    // The shortest decimals of the ends, so that a round end is a tick.
    BigDecimal low = BigDecimal.valueOf(min);
    BigDecimal high = BigDecimal.valueOf(max);
    if (low.compareTo(high) == 0) {
      return List.of(low);
    }
    List<BigDecimal> ticks = List.of();
    // A single tick does not show the scale.
    for (int count = atMost; ticks.size() < 2 && count <= atMost + ALWAYS_TWO; count++) {
      BigDecimal step = step(high.subtract(low), count);
      ticks = multiples(integers ? step.max(BigDecimal.ONE) : step, low, high);
    }
    return ticks;
  }

  private static List<BigDecimal> multiples(BigDecimal step, BigDecimal low, BigDecimal high) {
    BigDecimal first = low.divide(step, 0, RoundingMode.CEILING).multiply(step);
    return Stream.iterate(first, tick -> tick.compareTo(high) <= 0, tick -> tick.add(step))
        .toList();
  }

  /// Returns the smallest round step with at most this many ticks.
  private static BigDecimal step(BigDecimal length, int atMost) {
    BigDecimal smallest = length.divide(BigDecimal.valueOf(atMost), MathContext.DECIMAL64);
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(exponent(smallest));
    for (int factor : new int[] {1, 2, 5}) {
      BigDecimal step = power.multiply(BigDecimal.valueOf(factor));
      if (step.compareTo(smallest) >= 0) {
        return step;
      }
    }
    return power.scaleByPowerOfTen(1);
  }

  /// Returns the power of ten of the first digit.
  private static int exponent(BigDecimal number) {
    return number.precision() - number.scale() - 1;
  }

  /// Formats a tick: `−0.02`, `1500`, `2.5e−07`.
  public static String text(BigDecimal tick) {
    return Quantities.number(tick);
  }

  /// Returns powers of ten, ascending from the lowest; thinned out if there are many.
  ///
  /// @param low above 0
  static List<BigDecimal> powers(double low, double high, int atMost) {
    // The logarithm of a power of ten may be rounded.
    int first = (int) Math.ceil(Math.log10(low) - 1e-9);
    int last = (int) Math.floor(Math.log10(high) + 1e-9);
    int step = Math.max(0, last - first) / Math.max(1, atMost) + 1;
    return IntStream.iterate(first, exponent -> exponent <= last, exponent -> exponent + step)
        .mapToObj(BigDecimal.ONE::scaleByPowerOfTen)
        .toList();
  }
}
