package io.github.tensorloupe.analysis;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;

/// Reads the figures of finite values off a distribution that has some.
final class FigureView {

  private static final int BINS = 64;

  private final Distribution distribution;
  private final Number min;
  private final Number max;
  private final long count;

  FigureView(Distribution distribution) {
    this.distribution = distribution;
    min = distribution.min();
    max = distribution.max();
    count = distribution.counts().finite();
  }

  Finite finite() {
    List<Double> probabilities = TensorStatistics.PROBABILITIES;
    return new Finite(
        count,
        min,
        max,
        distribution.mean(),
        distribution.standardDeviation(),
        probabilities.stream().map(distribution::quantile).toList(),
        probabilities.stream().allMatch(distribution::isQuantileExact),
        histogram());
  }

  private Histogram histogram() {
    if (min.equals(max)) {
      return new Histogram(List.of(min, max), List.of(count), true);
    }
    boolean floats = min instanceof Double;
    Bins bins =
        floats
            ? Bins.linear(min.doubleValue(), max.doubleValue(), BINS)
            : Bins.ofIntegers(min, max, BINS);
    var histogram = distribution.histogram(bins);
    return new Histogram(
        edges(bins), Arrays.stream(histogram.counts()).boxed().toList(), histogram.exact());
  }

  private List<Number> edges(Bins bins) {
    List<Number> edges = new ArrayList<>(BINS + 1);
    edges.add(min);
    for (int i = 1; i < BINS; i++) {
      edges.add(simplest(bins.edge(i), bins.exactEdge(i)));
    }
    edges.add(max);
    return edges;
  }

  private static Number simplest(double rounded, BigDecimal exact) {
    return new BigDecimal(rounded).compareTo(exact) == 0 ? (Number) rounded : exact;
  }
}
