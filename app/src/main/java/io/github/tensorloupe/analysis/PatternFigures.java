package io.github.tensorloupe.analysis;

import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Derives the figures of a tensor from the counts of its codes; all are exact.
final class PatternFigures {

  private final ElementType type;
  private final Map<ElementClass, Long> countByClass = new EnumMap<>(ElementClass.class);

  /// The finite values that occur, ascending; −0 and 0 are two entries of the value 0.
  private final double[] values;

  private final long[] counts;
  private final long finiteCount;

  PatternFigures(ElementType type, OccurringCodes occurring) {
    this.type = type;
    double[] ascending = new double[occurring.size()];
    long[] occurrences = new long[occurring.size()];
    int size = 0;
    for (int i = 0; i < occurring.size(); i++) {
      int code = occurring.codes()[i];
      long count = occurring.counts()[i];
      ElementClass elementClass = type.classify(code);
      countByClass.merge(elementClass, count, Long::sum);
      if (elementClass.isFinite()) {
        // Adding 0 turns −0 into 0.
        ascending[size] = type.toDouble(code) + 0.0;
        occurrences[size] = count;
        size++;
      }
    }
    values = Arrays.copyOf(ascending, size);
    counts = Arrays.copyOf(occurrences, size);
    finiteCount = Arrays.stream(counts).sum();
  }

  TensorStatistics statistics(long elementCount) {
    return new TensorStatistics(
        elementCount,
        count(ElementClass.NAN),
        count(ElementClass.POSITIVE_INFINITY),
        count(ElementClass.NEGATIVE_INFINITY),
        count(ElementClass.ZERO),
        count(ElementClass.SUBNORMAL),
        finiteCount == 0 ? Optional.empty() : Optional.of(finite()));
  }

  private long count(ElementClass elementClass) {
    return countByClass.getOrDefault(elementClass, 0L);
  }

  private Finite finite() {
    double mean = mean();
    List<Number> quantiles = new ArrayList<>();
    for (int index : Quantiles.indices(counts, finiteCount)) {
      quantiles.add(number(values[index]));
    }
    return new Finite(
        finiteCount,
        number(values[0]),
        number(values[values.length - 1]),
        mean,
        standardDeviation(mean),
        quantiles,
        true,
        histogram());
  }

  private double mean() {
    ExactSum sum = new ExactSum();
    for (int i = 0; i < values.length; i++) {
      sum.add(values[i], counts[i]);
    }
    return sum.dividedBy(finiteCount);
  }

  private double standardDeviation(double mean) {
    CompensatedSum deviations = new CompensatedSum();
    CompensatedSum squares = new CompensatedSum();
    for (int i = 0; i < values.length; i++) {
      double deviation = values[i] - mean;
      deviations.add(deviation * counts[i]);
      squares.add(deviation * deviation * counts[i]);
    }
    return Deviations.standard(deviations.total(), squares.total(), finiteCount);
  }

  private Histogram histogram() {
    double min = values[0];
    double max = values[values.length - 1];
    if (min == max) {
      return Histograms.ofOneValue(number(min), finiteCount);
    }
    double[] edges = BinEdges.ofFloats(min, max);
    long[] bins = new long[BinEdges.BINS];
    int bin = 0;
    for (int i = 0; i < values.length; i++) {
      while (bin < bins.length - 1 && values[i] >= edges[bin + 1]) {
        bin++;
      }
      bins[bin] += counts[i];
    }
    return type.isInteger()
        ? Histograms.of(BinEdges.ofIntegers(number(min), number(max)), bins)
        : Histograms.of(edges, bins);
  }

  private Number number(double value) {
    if (type.isInteger()) {
      return (long) value;
    }
    return value;
  }
}
