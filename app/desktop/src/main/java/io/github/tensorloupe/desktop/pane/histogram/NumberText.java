package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.chart.AxisTicks;
import io.github.tensorloupe.analysis.chart.ChartAxis;
import io.github.tensorloupe.desktop.text.Figures;

/// Formats numbers of statistics.
final class NumberText {

  /// Up to here six digits leave three for the differences.
  private static final double MAX_RATIO = 1000;

  private static final int MORE_DIGITS = 3;
  private static final int EXACT_DIGITS = 17;
  private static final int APPROXIMATE_DIGITS = 3;

  private NumberText() {}

  /// An integer in full, another number with at most six significant digits.
  static String of(Number number) {
    return ChartAxis.isInteger(number)
        ? String.format(Locale.ENGLISH, "%,d", number).replace('-', '−')
        : Figures.value(number.doubleValue());
  }

  /// A number among others that lie close together: with as many digits as tell them apart.
  ///
  /// @param spread the range of the others; 0 where they are equal
  static String of(Number number, double spread) {
    double value = number.doubleValue();
    double ratio = Math.abs(value) / spread;
    if (ChartAxis.isInteger(number) || !(ratio > MAX_RATIO) || Double.isInfinite(ratio)) {
      return of(number);
    }
    int digits = Math.min(EXACT_DIGITS, (int) Math.ceil(Math.log10(ratio)) + MORE_DIGITS);
    return AxisTicks.text(new BigDecimal(value).round(new MathContext(digits)));
  }

  /// A number that is known to about 1/256, without digits that mean nothing.
  static String approximate(Number number) {
    BigDecimal exact = new BigDecimal(number.toString());
    return Figures.value(exact.round(new MathContext(APPROXIMATE_DIGITS)).doubleValue());
  }
}
