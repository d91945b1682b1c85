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
      double edge = min + (max - min) * i / BINS;
      edges[i] = isExact(edge, min, max, i) ? edge : rounded(min, max, i);
    }
    edges[0] = min;
    edges[BINS] = max;
    return edges;
  }

  /// Whether no step that led to an edge rounded anything off, as is usual for numbers of few bits;
  /// the exact way takes a hundred times as long.
  private static boolean isExact(double edge, double min, double max, int index) {
    double range = max - min;
    double shares = range * index;
    return roundedOff(max, -min, range) == 0
        && Math.fma(range, index, -shares) == 0
        && shares / BINS * BINS == shares
        && roundedOff(min, shares / BINS, edge) == 0;
  }

  /// What an addition has rounded off; not a number where it overflowed.
  private static double roundedOff(double left, double right, double sum) {
    double added = sum - left;
    return (left - (sum - added)) + (right - added);
  }

  private static double rounded(double min, double max, int index) {
    return inner(new BigDecimal(min), new BigDecimal(max), index).doubleValue();
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
