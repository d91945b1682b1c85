package io.github.tensorloupe.desktop.control.plot;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;

/// The horizontal axis of a chart: values, scale and bins.
///
/// @param bins of equal width on the axis
/// @param threshold the magnitude up to which a symmetric logarithmic scale is linear, else 0
/// @param integers true if all values are integers
public record ChartAxis(ValueScale scale, Bins bins, double threshold, boolean integers) {

  private static final double EXACT_INTEGERS = 1L << 50;
  private static final int BINS_OF_ONE_VALUE = 31;
  private static final double LINEAR_SHARE = 0.1;

  /// @param wanted the requested scale; replaced if it does not suit the values
  /// @param range the values to show; empty for all
  /// @param binCount number of bins, at least 1; fewer if values are too close
  public static ChartAxis of(
      Extent extent, ValueScale wanted, Optional<ValueRange> range, int binCount) {
    double low = range.map(ValueRange::low).orElse(extent.min());
    double high = range.map(ValueRange::high).orElse(extent.max());
    return switch (wanted) {
      case LINEAR -> linear(extent, low, high, binCount);
      case SYMMETRIC_LOG -> symmetric(extent, low, high, binCount);
      case LOG -> logarithmic(extent, low, high, binCount);
    };
  }

  private static ChartAxis linear(Extent extent, double low, double high, int binCount) {
    boolean aligned = extent.integers() && Math.max(Math.abs(low), Math.abs(high)) < EXACT_INTEGERS;
    if (aligned) {
      return new ChartAxis(ValueScale.LINEAR, integerBins(low, high, binCount), 0, true);
    }
    // A large integer may have been rounded toward zero.
    double from = extent.integers() ? Math.nextDown(low) : low;
    double to = extent.integers() ? Math.nextUp(high) : high;
    ValueRange around = ValueRange.of(low, high);
    Bins bins =
        low < high
            ? distinct(from, to, binCount)
            : Bins.linear(around.low(), around.high(), BINS_OF_ONE_VALUE);
    return new ChartAxis(ValueScale.LINEAR, bins, 0, extent.integers());
  }

  /// Bins with the same number of integers each, and edges between integers.
  private static Bins integerBins(double low, double high, int binCount) {
    double first = Math.ceil(low);
    double span = Math.max(1, Math.floor(high) - first + 1);
    double step = Math.ceil(span / binCount);
    int count = (int) Math.ceil(span / step);
    return Bins.linear(first - 0.5, first - 0.5 + count * step, count);
  }

  /// Bins at least as wide as the distance between representable numbers.
  private static Bins distinct(double low, double high, int binCount) {
    double apart = Math.ulp(Math.max(Math.abs(low), Math.abs(high)));
    double fits = (high / 2 - low / 2) / apart * 2;
    return Bins.linear(low, high, (int) Math.clamp(fits, 1, binCount));
  }

  private static ChartAxis symmetric(Extent extent, double low, double high, int binCount) {
    double threshold = Math.pow(10, Math.floor(Math.log10(extent.typical() * LINEAR_SHARE)));
    if (!(threshold >= Double.MIN_NORMAL) || !(low < high)) {
      return linear(extent, low, high, binCount);
    }
    Bins bins = ValueScale.SYMMETRIC_LOG.bins(low, high, threshold, binCount);
    return new ChartAxis(ValueScale.SYMMETRIC_LOG, bins, threshold, extent.integers());
  }

  private static ChartAxis logarithmic(Extent extent, double low, double high, int binCount) {
    double from = Math.max(low, extent.smallestPositive());
    if (Double.isNaN(from) || from > high) {
      return symmetric(extent, low, high, binCount);
    }
    boolean isOne = from == high;
    double begin = isOne ? from / 2 : from;
    double end = isOne ? Math.min(2 * from, Double.MAX_VALUE) : high;
    Bins bins = ValueScale.LOG.bins(begin, end, 0, isOne ? BINS_OF_ONE_VALUE : binCount);
    return new ChartAxis(ValueScale.LOG, bins, 0, extent.integers());
  }

  public double low() {
    return bins.edge(0);
  }

  public double high() {
    return bins.edge(bins.count());
  }

  /// Returns true if a value is inside or on an edge.
  public boolean shows(double value) {
    return low() <= value && value <= high();
  }

  /// Returns the position of a value, from 0 at the low end to 1; the nearer end for values
  /// outside.
  public double position(double value) {
    if (value <= low() || value >= high()) {
      return value <= low() ? 0 : 1;
    }
    double begin = scale.toScale(low(), threshold);
    return (scale.toScale(value, threshold) - begin) / (scale.toScale(high(), threshold) - begin);
  }

  /// Returns round values, ascending: multiples of a round step, or powers of ten.
  ///
  /// @param atMost approximate number of ticks, at least 2
  public List<BigDecimal> ticks(int atMost) {
    List<BigDecimal> powers =
        switch (scale) {
          case LINEAR -> List.of();
          case SYMMETRIC_LOG -> symmetricPowers(atMost);
          case LOG -> AxisTicks.powers(low(), high(), atMost);
        };
    // A single tick does not show the scale.
    return powers.size() >= 2 ? powers : AxisTicks.between(low(), high(), atMost, integers);
  }

  private List<BigDecimal> symmetricPowers(int atMost) {
    double farthest = Math.max(-low(), high());
    return AxisTicks.powers(threshold, farthest, atMost / 2).stream()
        .flatMap(power -> Stream.of(power.negate(), power, BigDecimal.ZERO))
        .distinct()
        .filter(tick -> shows(tick.doubleValue()))
        .sorted()
        .toList();
  }

  /// Returns true for a value of an integer tensor.
  public static boolean isInteger(Number number) {
    return number instanceof Long || number instanceof BigInteger;
  }

  /// The extent of the finite values of distributions.
  ///
  /// @param integers true if all of them are integers in the file
  /// @param smallestPositive the smallest value above zero, or NaN
  /// @param typical a magnitude that many of them do not exceed; 0 if all are zero
  public record Extent(
      double min, double max, boolean integers, double smallestPositive, double typical) {

    /// Returns the extent of a distribution.
    ///
    /// @param distribution with at least one finite value
    public static Extent of(Distribution distribution) {
      return new Extent(
          distribution.min().doubleValue(),
          distribution.max().doubleValue(),
          isInteger(distribution.min()),
          smallestPositive(distribution),
          typical(distribution));
    }

    /// Returns the union of both extents, with the typical magnitude of this one.
    public Extent and(Extent other) {
      return new Extent(
          Math.min(min, other.min),
          Math.max(max, other.max),
          integers && other.integers,
          // The other value if this one is NaN.
          Double.isNaN(smallestPositive) || other.smallestPositive < smallestPositive
              ? other.smallestPositive
              : smallestPositive,
          typical);
    }

    private static double smallestPositive(Distribution distribution) {
      double min = distribution.min().doubleValue();
      double max = distribution.max().doubleValue();
      if (min > 0 || max <= 0) {
        return min > 0 ? min : Double.NaN;
      }
      Histogram fromZero = distribution.histogram(Bins.linear(0, max, 1));
      long before = fromZero.below() + distribution.counts().zero();
      long finite = distribution.counts().finite();
      // Half a rank less, so that rounding cannot reach the next one.
      double value = distribution.quantile((before + 0.5) / finite).doubleValue();
      return value > 0 ? value : Double.NaN;
    }

    private static double typical(Distribution distribution) {
      double inner = magnitude(distribution, 0.25);
      double outer = inner > 0 ? inner : magnitude(distribution, 0.01);
      return outer > 0
          ? outer
          : Math.max(
              Math.abs(distribution.min().doubleValue()),
              Math.abs(distribution.max().doubleValue()));
    }

    private static double magnitude(Distribution distribution, double probability) {
      return Math.max(
          Math.abs(distribution.quantile(probability).doubleValue()),
          Math.abs(distribution.quantile(1 - probability).doubleValue()));
    }
  }

  /// A finite interval with `high` above `low`.
  public record ValueRange(double low, double high) {

    public ValueRange {
      if (!Double.isFinite(low) || !Double.isFinite(high) || !(low < high)) {
        throw new IllegalArgumentException("from %s to %s".formatted(low, high));
      }
    }

    /// Returns the interval between finite values, or one around them if they are equal.
    public static ValueRange of(double low, double high) {
      double half = low == 0 ? 1 : Math.max(Math.abs(low) / 2, Double.MIN_NORMAL);
      return low < high
          ? new ValueRange(low, high)
          : new ValueRange(
              Math.max(low - half, -Double.MAX_VALUE), Math.min(low + half, Double.MAX_VALUE));
    }

    /// Returns the position of a value, 0 at the low end and 1 at the high end.
    public double position(double value) {
      // Halved, because the differences may overflow.
      return (value / 2 - low / 2) / (high / 2 - low / 2);
    }
  }
}
