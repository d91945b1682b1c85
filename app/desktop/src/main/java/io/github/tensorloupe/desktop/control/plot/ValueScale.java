package io.github.tensorloupe.desktop.control.plot;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.text.Spelled;

/// The scale of the values.
public enum ValueScale implements Spelled {
  /// Twice the value, twice as far from zero.
  LINEAR,
  /// Linear around zero, logarithmic beyond on both sides.
  SYMMETRIC_LOG,
  /// Ten times the value, one step further; only values above zero have a place.
  LOG;

  /// Less than this part of a linear axis would hardly be told from a point.
  private static final double LEAST_PART = 0.02;

  /// The scale to begin with: the linear one, unless nearly all values would be in one place on it.
  ///
  /// @param distribution with at least one finite value
  public static ValueScale suitedTo(Distribution distribution) {
    double low = distribution.quantile(0.05).doubleValue();
    double high = distribution.quantile(0.95).doubleValue();
    // Halves, for the whole range may leave a double.
    double all = distribution.max().doubleValue() / 2 - distribution.min().doubleValue() / 2;
    return low < high && high / 2 - low / 2 < LEAST_PART * all ? SYMMETRIC_LOG : LINEAR;
  }
}
