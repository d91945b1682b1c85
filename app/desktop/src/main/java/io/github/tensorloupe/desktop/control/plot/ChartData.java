package io.github.tensorloupe.desktop.control.plot;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.RangeFigures;

/// The content of a chart: a distribution in bins, and others as outlines.
///
/// @param distribution with at least one finite value
/// @param histogram of the distribution, in the bins of the axis
/// @param outlines distributions to compare with; if there are any, heights are shares
public record ChartData(
    Distribution distribution, ChartAxis axis, Histogram histogram, List<Outline> outlines) {

  public ChartData {
    outlines = List.copyOf(outlines);
  }

  /// Returns the number of finite values, shown or not.
  public long finite() {
    return distribution.counts().finite();
  }

  public int binCount() {
    return histogram.counts().length;
  }

  public long count(int bin) {
    return histogram.counts()[bin];
  }

  /// Returns the share of finite values in a bin and all below it, from 0 to 1.
  public double cumulativeShare(int bin) {
    long before = Arrays.stream(histogram.counts(), 0, bin + 1).sum();
    return (double) (histogram.below() + before) / finite();
  }

  /// Returns the number of values in a range of bins.
  ///
  /// @param begin the first bin
  /// @param end the bin after the last one
  public long count(int begin, int end) {
    return Arrays.stream(histogram.counts(), begin, end).sum();
  }

  /// Returns true if some finite values are outside the axis.
  public boolean isPart() {
    return histogram.below() + histogram.above() > 0;
  }

  /// Returns the figures of the values inside the axis. Takes time linear in the number of known
  /// values.
  public RangeFigures visible() {
    return distribution.within(axis.bins());
  }

  /// Returns true if heights are shares rather than counts.
  public boolean asShares() {
    return !outlines.isEmpty();
  }

  /// Returns the count at the top of the chart, at least 1. For an outline, it is scaled to the
  /// number of values of the distribution.
  public double tallest() {
    double bars = Arrays.stream(histogram.counts()).max().orElse(0);
    double lines = outlines.stream().mapToDouble(Outline::highestShare).max().orElse(0) * finite();
    return Math.max(1, Math.max(bars, lines));
  }

  /// A distribution drawn as a line over the bars, as shares of its own finite values.
  ///
  /// @param series index of its color, if it is pinned
  /// @param histogram in the bins of the chart
  /// @param finite number of its finite values, at least 1
  public record Outline(Kind kind, int series, String name, Histogram histogram, long finite) {

    public enum Kind {
      /// A pinned distribution.
      PIN,
      /// All siblings combined.
      SIBLINGS,
      /// A single sibling.
      SIBLING
    }

    /// Returns the outline of a distribution with at least one finite value.
    public static Outline of(
        Kind kind, int series, String name, Distribution distribution, ChartAxis axis) {
      return new Outline(
          kind, series, name, distribution.histogram(axis.bins()), distribution.counts().finite());
    }

    /// Returns the share of a bin, from 0 to 1.
    public double share(int bin) {
      return (double) histogram.counts()[bin] / finite;
    }

    public double highestShare() {
      return (double) Arrays.stream(histogram.counts()).max().orElse(0) / finite;
    }
  }
}
