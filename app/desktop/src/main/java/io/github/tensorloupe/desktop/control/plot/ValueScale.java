package io.github.tensorloupe.desktop.control.plot;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.text.Spelled;

/// The scale of the values.
public enum ValueScale implements Spelled {
  /// Proportional to the value.
  LINEAR,
  /// Linear around zero, logarithmic beyond on both sides.
  SYMMETRIC_LOG,
  /// Logarithmic; only for values above zero.
  LOG;

  /// A smaller part of a linear axis looks like a point.
  private static final double MIN_PART = 0.02;

  /// Returns the default scale: linear, unless nearly all values would be at one point.
  ///
  /// @param distribution with at least one finite value
  public static ValueScale suitedTo(Distribution distribution) {
    double low = distribution.quantile(0.05).doubleValue();
    double high = distribution.quantile(0.95).doubleValue();
    // Halved, because the difference may overflow a double.
    double all = distribution.max().doubleValue() / 2 - distribution.min().doubleValue() / 2;
    return low < high && high / 2 - low / 2 < MIN_PART * all ? SYMMETRIC_LOG : LINEAR;
  }

  /// Creates bins of equal width on this scale.
  ///
  /// @param low the first edge, finite; above 0 if the scale is logarithmic
  /// @param high the last edge, finite and above `low`
  /// @param threshold the magnitude up to which a symmetric logarithmic scale is linear, above 0
  Bins bins(double low, double high, double threshold, int count) {
    return this == LINEAR
        ? Bins.linear(low, high, count)
        : Bins.scaled(
            low,
            high,
            count,
            value -> toScale(value, threshold),
            scaled -> fromScale(scaled, threshold));
  }

  double toScale(double value, double threshold) {
    return switch (this) {
      // Halved, because the difference of two values may overflow.
      case LINEAR -> value / 2;
      case LOG -> Math.log(value);
      case SYMMETRIC_LOG ->
          Math.abs(value) <= threshold
              ? value / threshold
              : Math.copySign(1 + Math.log(Math.abs(value)) - Math.log(threshold), value);
    };
  }

  private double fromScale(double scaled, double threshold) {
    return switch (this) {
      case LINEAR -> scaled * 2;
      case LOG -> Math.exp(scaled);
      case SYMMETRIC_LOG ->
          Math.abs(scaled) <= 1
              ? scaled * threshold
              : Math.copySign(Math.exp(Math.abs(scaled) - 1 + Math.log(threshold)), scaled);
    };
  }
}
