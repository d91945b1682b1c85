package io.github.tensorloupe.desktop.control.layermap;

import module java.base;

/// A mapping from values to positions on a color scale.
///
/// @param spread the type of the scale; a logarithmic scale has no positions for values below `low`
/// @param low the value at position 0
/// @param high the value at position 1, at least `low`
public record StatisticScale(Spread spread, double low, double high) {

  /// The type of a scale.
  public enum Spread {
    LINEAR,
    /// Logarithmic, without zero and negative values.
    LOGARITHMIC,
    /// Symmetric around zero: nearly linear close to zero, nearly logarithmic beyond.
    SIGNED
  }

  /// The upper end of the nearly linear range of a signed scale, relative to the largest magnitude.
  private static final double LINEAR_PART = 1e-3;

  /// The maximum distance of the ends of a robust scale from the median, in robust standard
  /// deviations.
  private static final double ROBUST_DEVIATIONS = 3;

  private static final double DEVIATIONS_PER_MEDIAN_DEVIATION = 1.4826;

  /// The minimum width of a logarithmic scale: a factor of 1.1, so that nearly equal values have
  /// similar colors.
  private static final double MIN_LOGARITHMIC_WIDTH = Math.log(1.1);

  private static final double MIN_LINEAR_WIDTH = 0.01;

  static StatisticScale of(Spread spread, double[] values) {
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
      case LOGARITHMIC -> {
        double missing = Math.exp(MIN_LOGARITHMIC_WIDTH / 2) / Math.sqrt(high / low);
        double room = low == high ? 1 : Math.max(1, missing);
        yield new StatisticScale(spread, low / room, high * room);
      }
      case LINEAR -> new StatisticScale(spread, Math.min(0, low), high);
      case SIGNED -> {
        double magnitude = Math.max(-low, high);
        yield new StatisticScale(spread, -magnitude, magnitude);
      }
    };
  }

  /// Returns a scale whose ends are not determined by a few extreme values. The distance of each
  /// end from the median is at most [#ROBUST_DEVIATIONS] robust standard deviations (1.4826 times
  /// the median absolute deviation), except for a minimum width of the scale. A linear scale starts
  /// at zero or at the smallest negative value.
  static StatisticScale robust(Spread spread, double[] values) {
    StatisticScale whole = of(spread, values);
    if (whole.isPoint()) {
      return spread == Spread.LINEAR ? new StatisticScale(spread, 0, MIN_LINEAR_WIDTH) : whole;
    }
    DoubleStream finite = Arrays.stream(values).filter(Double::isFinite);
    return switch (spread) {
      case LOGARITHMIC -> {
        double[] ends =
            ends(finite.filter(value -> value > 0).map(Math::log).toArray(), MIN_LOGARITHMIC_WIDTH);
        yield new StatisticScale(spread, Math.exp(ends[0]), Math.exp(ends[1]));
      }
      case LINEAR ->
          new StatisticScale(spread, whole.low(), ends(finite.toArray(), MIN_LINEAR_WIDTH)[1]);
      case SIGNED -> {
        double[] sizes = finite.map(Math::abs).toArray();
        double magnitude = ends(sizes, 0)[1];
        yield magnitude > 0 ? new StatisticScale(spread, -magnitude, magnitude) : whole;
      }
    };
  }

  private static double[] ends(double[] values, double minWidth) {
    double median = median(values);
    double deviation =
        DEVIATIONS_PER_MEDIAN_DEVIATION
            * median(Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
    double reach = Math.max(ROBUST_DEVIATIONS * deviation, minWidth / 2);
    double low = Math.max(median - reach, Arrays.stream(values).min().orElseThrow());
    double high = Math.min(median + reach, Arrays.stream(values).max().orElseThrow());
    double room = Math.max(0, minWidth - (high - low)) / 2;
    return new double[] {low - room, high + room};
  }

  /// Returns the median; for an even count, the smaller of the two middle values.
  ///
  /// @param values the values, in any order, at least one
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  /// Returns true if the scale has no width.
  boolean isPoint() {
    return low == high;
  }

  /// Returns the position of a value, from 0 to 1; 0.5 if the scale has no width.
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
}
