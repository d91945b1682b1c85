package io.github.tensorloupe.analysis.layers;

import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;

/// Maps values to positions between the two ends of a color scale.
///
/// @param spread how values are spread; logarithmic scales have no place for values below `low`
/// @param low the value at the beginning
/// @param high the value at the end, not below `low`
public record StatisticScale(Spread spread, double low, double high) {

  /// The share of a symmetric scale's range that is close to linear: below this part of the largest
  /// magnitude.
  private static final double LINEAR_PART = 1e-3;

  public static StatisticScale of(Spread spread, double[] values) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      if (Double.isFinite(value) && (value > 0 || spread != Spread.LOGARITHMIC)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    if (low > high) {
      return new StatisticScale(spread, 0, 0);
    }
    return switch (spread) {
      case LOGARITHMIC -> new StatisticScale(spread, low, high);
      case LINEAR -> new StatisticScale(spread, Math.min(0, low), high);
      case SIGNED -> {
        double magnitude = Math.max(-low, high);
        yield new StatisticScale(spread, -magnitude, magnitude);
      }
    };
  }

  /// True if every value is the same, so that there is nothing to tell apart.
  public boolean isPoint() {
    return low == high;
  }

  /// The position of a value, from 0 to 1.
  public double position(double value) {
    if (isPoint()) {
      return 0.5;
    }
    double position =
        switch (spread) {
          case LOGARITHMIC -> Math.log(value / low) / Math.log(high / low);
          case LINEAR -> (value - low) / (high - low);
          case SIGNED -> {
            double bent = Math.log1p(Math.abs(value) / high / LINEAR_PART);
            yield (1 + Math.signum(value) * bent / Math.log1p(1 / LINEAR_PART)) / 2;
          }
        };
    return Math.clamp(position, 0, 1);
  }

  /// The value at a position from 0 to 1.
  public double value(double position) {
    return switch (spread) {
      case LOGARITHMIC -> low * Math.pow(high / low, position);
      case LINEAR -> low + position * (high - low);
      case SIGNED -> {
        double side = 2 * position - 1;
        double part = Math.expm1(Math.abs(side) * Math.log1p(1 / LINEAR_PART)) * LINEAR_PART;
        yield Math.signum(side) * part * high;
      }
    };
  }
}
