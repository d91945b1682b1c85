package io.github.tensorloupe.analysis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// Where the bins of a histogram begin and end.
final class BinEdges {

  /// How many bins a histogram has, unless all values are equal.
  static final int BINS = 64;

  private static final BigDecimal SHARE = BigDecimal.ONE.divide(BigDecimal.valueOf(BINS));

  private BinEdges() {}

  /// The edges of equal bins between two different floating-point numbers, each rounded once.
  static double[] ofFloats(double min, double max) {
    double[] edges = new double[BINS + 1];
    for (int i = 0; i < BINS; i++) {
      edges[i] = inner(new BigDecimal(min), new BigDecimal(max), i).doubleValue();
    }
    edges[0] = min;
    edges[BINS] = max;
    return edges;
  }

  /// The edges of equal bins between two different integers, exactly.
  static List<Number> ofIntegers(Number min, Number max) {
    List<Number> edges = new ArrayList<>(BINS + 1);
    edges.add(min);
    for (int i = 1; i < BINS; i++) {
      edges.add(simplest(inner(new BigDecimal(min.toString()), new BigDecimal(max.toString()), i)));
    }
    edges.add(max);
    return edges;
  }

  private static BigDecimal inner(BigDecimal min, BigDecimal max, int index) {
    return max.subtract(min).multiply(BigDecimal.valueOf(index)).multiply(SHARE).add(min);
  }

  private static Number simplest(BigDecimal edge) {
    double rounded = edge.doubleValue();
    return new BigDecimal(rounded).compareTo(edge) == 0 ? (Number) rounded : edge;
  }
}
