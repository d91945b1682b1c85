package io.github.tensorloupe.desktop.control.plot;

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
}
