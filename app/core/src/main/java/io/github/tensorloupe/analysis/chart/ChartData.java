package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;
import java.util.Arrays;
import java.util.List;

/// What a chart draws: a distribution in bins, and others as outlines.
///
/// @param distribution with at least one finite value
/// @param axis the horizontal axis
/// @param histogram of the distribution, in the bins of the axis
/// @param outlines what it is compared with; if there are any, heights are shares
record ChartData(
    Distribution distribution, ChartAxis axis, Histogram histogram, List<Outline> outlines) {

  ChartData {
    outlines = List.copyOf(outlines);
  }

  /// How many finite values there are, shown or not.
  long finite() {
    return distribution.counts().finite();
  }

  /// How many bins there are.
  int binCount() {
    return histogram.counts().length;
  }

  /// How many values are in a bin.
  long count(int bin) {
    return histogram.counts()[bin];
  }

  /// The share of a bin among all finite values, from 0 to 1.
  double share(int bin) {
    return (double) count(bin) / finite();
  }

  /// The share of the finite values that lie in a bin or below it, from 0 to 1.
  double cumulativeShare(int bin) {
    long before = Arrays.stream(histogram.counts(), 0, bin + 1).sum();
    return (double) (histogram.below() + before) / finite();
  }

  /// How many values lie in a part of the bins.
  ///
  /// @param begin the first bin
  /// @param end the bin behind the last one
  long count(int begin, int end) {
    return Arrays.stream(histogram.counts(), begin, end).sum();
  }

  /// Whether heights are shares rather than counts.
  boolean asShares() {
    return !outlines.isEmpty();
  }

  /// The count that reaches the top of the chart, at least 1: of an outline, what it would be if
  /// that had as many values.
  double tallest() {
    double bars = Arrays.stream(histogram.counts()).max().orElse(0);
    double lines = outlines.stream().mapToDouble(Outline::highestShare).max().orElse(0) * finite();
    return Math.max(1, Math.max(bars, lines));
  }
}
