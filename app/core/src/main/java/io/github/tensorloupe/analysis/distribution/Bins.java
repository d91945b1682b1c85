package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The bins of a histogram, defined by ascending edges. A bin includes its lower edge; only the
/// last bin also includes its upper edge. Immutable.
public final class Bins {

  /// Enough decimal digits of a quotient to round it correctly to a double.
  private static final int MORE_DIGITS = 40;

  /// The edges of up to 64 bins between integers of smaller magnitude are exact doubles if the
  /// number of bins is a power of two.
  private static final double MAX_SMALL_INTEGER = 0x1p46;

  private static final int MAX_SMALL_BINS = 64;

  /// An upper bound for the error of double-double addition, relative to the summands.
  private static final double MAX_RELATIVE_ERROR = 0x1p-96;

  private final double[] edges;

  /// Elements are null for edges that a double represents; null if that applies to all edges.
  private final BigDecimal[] exactEdges;

  private Bins(double[] edges, BigDecimal[] exactEdges) {
    this.edges = edges;
    this.exactEdges = exactEdges;
  }

  /// Creates bins of equal width, with correctly rounded edges.
  ///
  /// @param low the first edge, finite
  /// @param high the last edge, finite and above `low`
  /// @param count the number of bins, at least 1
  public static Bins linear(double low, double high, int count) {
    require(low, high, count);
    double[] edges = new double[count + 1];
    for (int i = 1; i < count; i++) {
      edges[i] = inner(low, high, i, count);
    }
    edges[0] = low;
    edges[count] = high;
    return new Bins(edges, null);
  }

  /// Returns a correctly rounded inner edge. Decimals are about a hundred times slower than
  /// double-double arithmetic, and used only if the error of the latter could change the rounding.
  private static double inner(double low, double high, int index, int count) {
    int others = count - index;
    double left = low * others;
    double right = high * index;
    double sum = left + right;
    double rest =
        DoubleDouble.roundingError(left, right, sum)
            + Math.fma(low, others, -left)
            + Math.fma(high, index, -right);
    double quotient = sum / count;
    double correction = (Math.fma(-quotient, count, sum) + rest) / count;
    double doubt =
        (Math.abs(left) + Math.abs(right)) / count * MAX_RELATIVE_ERROR + Double.MIN_VALUE;
    double edge = quotient + (correction + doubt);
    return edge == quotient + (correction - doubt)
        ? edge
        : inner(new BigDecimal(low), new BigDecimal(high), index, count).doubleValue();
  }

  private static BigDecimal inner(BigDecimal low, BigDecimal high, int index, int count) {
    BigDecimal shares =
        low.multiply(BigDecimal.valueOf(count - index))
            .add(high.multiply(BigDecimal.valueOf(index)));
    return shares.divide(
        BigDecimal.valueOf(count), new MathContext(shares.precision() + MORE_DIGITS));
  }

  /// Creates bins of equal width, or one bin if `low` and `high` are equal.
  ///
  /// @param low the first edge: a [Double] or an integer; if `count` is a power of two, the edges
  ///   between integers are exact
  /// @param high the last edge, of the same type
  /// @param count the number of bins, at least 1
  public static Bins between(Number low, Number high, int count) {
    boolean areEqual = low.equals(high);
    if (low instanceof Double) {
      double first = low.doubleValue();
      return areEqual
          ? new Bins(new double[] {first, first}, null)
          : linear(first, high.doubleValue(), count);
    }
    if (!areEqual && isSmall(low) && isSmall(high) && MAX_SMALL_BINS % count == 0) {
      return linear(low.doubleValue(), high.doubleValue(), count);
    }
    BigDecimal exactLow = new BigDecimal(low.toString());
    BigDecimal exactHigh = new BigDecimal(high.toString());
    int bins = areEqual ? 1 : count;
    double[] edges = new double[bins + 1];
    BigDecimal[] exact = new BigDecimal[edges.length];
    for (int i = 0; i < edges.length; i++) {
      BigDecimal edge = inner(exactLow, exactHigh, i, bins);
      edges[i] = edge.doubleValue();
      exact[i] = new BigDecimal(edges[i]).compareTo(edge) == 0 ? null : edge;
    }
    return new Bins(edges, exact);
  }

  private static boolean isSmall(Number integer) {
    return Math.abs(integer.doubleValue()) < MAX_SMALL_INTEGER;
  }

  /// Creates bins of equal width on a scale.
  ///
  /// @param low the first edge, finite
  /// @param high the last edge, finite and above `low`
  /// @param count the number of bins, at least 1
  /// @param toScale ascending
  /// @param fromScale the inverse of `toScale`
  public static Bins scaled(
      double low,
      double high,
      int count,
      DoubleUnaryOperator toScale,
      DoubleUnaryOperator fromScale) {
    require(low, high, count);
    double begin = toScale.applyAsDouble(low);
    double end = toScale.applyAsDouble(high);
    double[] edges = new double[count + 1];
    edges[0] = low;
    for (int i = 1; i < count; i++) {
      double edge = fromScale.applyAsDouble(begin + (end - begin) * i / count);
      edges[i] = Math.clamp(edge, edges[i - 1], high);
    }
    edges[count] = high;
    return new Bins(edges, null);
  }

  private static void require(double low, double high, int count) {
    if (!Double.isFinite(low) || !Double.isFinite(high) || !(low < high) || count < 1) {
      throw new IllegalArgumentException(count + " bins from " + low + " to " + high);
    }
  }

  public int count() {
    return edges.length - 1;
  }

  /// Returns the lower edge of a bin as the nearest double. The edge at index `count` is the upper
  /// edge of the last bin.
  public double edge(int index) {
    return edges[index];
  }

  boolean isDouble(int index) {
    return exactEdges == null || exactEdges[index] == null;
  }

  public BigDecimal exactEdge(int index) {
    return isDouble(index) ? new BigDecimal(edges[index]) : exactEdges[index];
  }

  /// Appends an edge, formatted as a double if a double is exact, otherwise as a [BigDecimal].
  public void append(int index, StringBuilder text) {
    if (isDouble(index)) {
      text.append(edges[index]);
    } else {
      text.append(exactEdges[index]);
    }
  }
}
