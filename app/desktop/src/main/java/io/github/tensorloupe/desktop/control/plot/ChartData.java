package io.github.tensorloupe.desktop.control.plot;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.RangeFigures;

/// The content of a chart: a distribution in bins, and others as outlines.
///
/// @param distribution with at least one finite value
/// @param histogram of the distribution, in the bins of the axis
/// @param outlines the distributions to compare with; with any, heights are shares
public record ChartData(
    Distribution distribution, ChartAxis axis, Histogram histogram, List<Outline> outlines) {

  public ChartData {
    outlines = List.copyOf(outlines);
  }

  /// The number of finite values, shown or not.
  public long finite() {
    return distribution.counts().finite();
  }

  public int binCount() {
    return histogram.counts().length;
  }

  public long count(int bin) {
    return histogram.counts()[bin];
  }

  /// The share of the finite values that lie in a bin or below it, from 0 to 1.
  public double cumulativeShare(int bin) {
    long before = Arrays.stream(histogram.counts(), 0, bin + 1).sum();
    return (double) (histogram.below() + before) / finite();
  }

  /// The number of values in a range of bins.
  ///
  /// @param begin the first bin
  /// @param end the bin behind the last one
  public long count(int begin, int end) {
    return Arrays.stream(histogram.counts(), begin, end).sum();
  }

  /// True if some finite values lie beyond the ends of the axis.
  public boolean isPart() {
    return histogram.below() + histogram.above() > 0;
  }

  /// The figures of the values that the axis has a place for. Takes time in proportion to the
  /// values that are known.
  public RangeFigures visible() {
    return distribution.within(axis.bins());
  }

  /// True where heights are shares rather than counts.
  public boolean asShares() {
    return !outlines.isEmpty();
  }

  /// The count that reaches the top of the chart, at least 1: of an outline, what it would be if
  /// that had as many values.
  public double tallest() {
    double bars = Arrays.stream(histogram.counts()).max().orElse(0);
    double lines = outlines.stream().mapToDouble(Outline::highestShare).max().orElse(0) * finite();
    return Math.max(1, Math.max(bars, lines));
  }

  /// A distribution that is drawn as a line over the bars, as shares of its own finite values.
  ///
  /// @param series its color, where it was kept
  /// @param histogram in the bins of the chart
  /// @param finite number of its finite values, at least 1
  public record Outline(Kind kind, int series, String name, Histogram histogram, long finite) {

    public enum Kind {
      /// Something that was kept.
      PIN,
      /// All siblings together.
      SIBLINGS,
      /// One sibling among many.
      SIBLING
    }

    /// Of a distribution with at least one finite value.
    public static Outline of(
        Kind kind, int series, String name, Distribution distribution, ChartAxis axis) {
      return new Outline(
          kind, series, name, distribution.histogram(axis.bins()), distribution.counts().finite());
    }

    /// The share of a bin, from 0 to 1.
    public double share(int bin) {
      return (double) histogram.counts()[bin] / finite;
    }

    public double highestShare() {
      return (double) Arrays.stream(histogram.counts()).max().orElse(0) / finite;
    }
  }
}
