package io.github.tensorloupe.desktop.control.plot;

import io.github.tensorloupe.analysis.distribution.Bins;

/// Creates bins of equal width on logarithmic scales.
final class ScaledBins {

  private ScaledBins() {}

  /// Creates bins of equal width on a logarithmic scale.
  ///
  /// @param low the first edge, above 0
  /// @param high the last edge, finite and above `low`
  /// @param count the number of bins, at least 1
  static Bins logarithmic(double low, double high, int count) {
    return Bins.scaled(low, high, count, Math::log, Math::exp);
  }

  /// Creates bins of equal width on a symmetric logarithmic scale, which is linear between
  /// `-threshold` and `threshold` and logarithmic outside.
  ///
  /// @param threshold finite and above 0
  static Bins symmetricLogarithmic(double low, double high, double threshold, int count) {
    if (!(threshold > 0 && Double.isFinite(threshold))) {
      throw new IllegalArgumentException("threshold " + threshold);
    }
    return Bins.scaled(
        low,
        high,
        count,
        value -> symmetricLogarithm(value, threshold),
        scaled -> fromSymmetricLogarithm(scaled, threshold));
  }

  private static double symmetricLogarithm(double value, double threshold) {
    double magnitude = Math.abs(value);
    return magnitude <= threshold
        ? value / threshold
        : Math.copySign(1 + Math.log(magnitude) - Math.log(threshold), value);
  }

  private static double fromSymmetricLogarithm(double scaled, double threshold) {
    double magnitude = Math.abs(scaled);
    return magnitude <= 1
        ? scaled * threshold
        : Math.copySign(Math.exp(magnitude - 1 + Math.log(threshold)), scaled);
  }
}
