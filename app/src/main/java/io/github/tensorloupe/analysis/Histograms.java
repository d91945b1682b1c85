package io.github.tensorloupe.analysis;

import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import java.util.Arrays;
import java.util.List;

/// Makes histograms from arrays; every value was put into its bin by itself.
final class Histograms {

  private Histograms() {}

  static Histogram ofOneValue(Number value, long count) {
    return new Histogram(List.of(value, value), List.of(count), true);
  }

  static Histogram of(double[] edges, long[] counts) {
    return of(Arrays.stream(edges).<Number>mapToObj(edge -> edge).toList(), counts);
  }

  static Histogram of(List<Number> edges, long[] counts) {
    return new Histogram(edges, Arrays.stream(counts).boxed().toList(), true);
  }
}
