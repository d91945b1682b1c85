package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;

/// A distribution that is drawn as a line over the bars, as shares of its own finite values.
///
/// @param kind what it is
/// @param series its colour, where it was kept
/// @param name of what it is of
/// @param histogram in the bins of the chart
/// @param finite how many finite values it has, at least 1
record Outline(Kind kind, int series, String name, Histogram histogram, long finite) {

  /// What is drawn as a line.
  enum Kind {
    /// Something that was kept.
    PIN,
    /// All siblings together.
    SIBLINGS,
    /// One sibling among many.
    SIBLING
  }

  /// Of a distribution with at least one finite value.
  static Outline of(Kind kind, int series, String name, Distribution distribution, ChartAxis axis) {
    return new Outline(
        kind, series, name, distribution.histogram(axis.bins()), distribution.counts().finite());
  }

  /// The share of a bin, from 0 to 1.
  double share(int bin) {
    return (double) histogram.counts()[bin] / finite;
  }

  /// The share of the highest bin.
  double highestShare() {
    double highest = 0;
    for (int bin = 0; bin < histogram.counts().length; bin++) {
      highest = Math.max(highest, share(bin));
    }
    return highest;
  }
}
