package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The edges of the bins of a histogram: ascending, half-open, the last bin closed. Immutable.
public final class Bins {

  /// More digits than make a difference when a quotient is rounded to a double.
  private static final int MORE_DIGITS = 40;

  /// Integers below the limit leave room for the fractions of as many bins as most ask for.
  private static final int SHORT_BINS = 64;

  private static final long SHORT_LIMIT = 1L << 45;

  private final double[] edges;

  /// The edges where doubles are not exact, or null.
  private final BigDecimal[] exactEdges;

  private Bins(double[] edges, BigDecimal[] exactEdges) {
    this.edges = edges;
    this.exactEdges = exactEdges;
  }

  /// Bins of equal width; their edges are rounded once.
  ///
  /// @param low the first edge, finite
  /// @param high the last edge, finite and above `low`
  /// @param count how many bins, at least 1
  public static Bins linear(double low, double high, int count) {
    require(Double.isFinite(low) && Double.isFinite(high), low, high, count);
    double[] edges = new double[count + 1];
    for (int i = 0; i < count; i++) {
      double edge = low + (high - low) * i / count;
      edges[i] =
          isExact(edge, low, high, i, count)
              ? edge
              : inner(new BigDecimal(low), new BigDecimal(high), i, count).doubleValue();
    }
    edges[0] = low;
    edges[count] = high;
    return new Bins(edges, null);
  }

  /// True if no step that led to an edge rounded anything off, as is usual for numbers of few bits;
  /// the exact way takes a hundred times as long.
  private static boolean isExact(double edge, double low, double high, int index, int count) {
    double range = high - low;
    double shares = range * index;
    double offset = shares / count;
    return roundedOff(high, -low, range) == 0
        && Math.fma(range, index, -shares) == 0
        && Math.fma(offset, count, -shares) == 0
        && roundedOff(low, offset, edge) == 0;
  }

  /// The rounding error of an addition; not a number where it overflowed.
  private static double roundedOff(double left, double right, double sum) {
    double added = sum - left;
    return (left - (sum - added)) + (right - added);
  }

  private static BigDecimal inner(BigDecimal low, BigDecimal high, int index, int count) {
    BigDecimal shares =
        low.multiply(BigDecimal.valueOf(count - index))
            .add(high.multiply(BigDecimal.valueOf(index)));
    return shares.divide(
        BigDecimal.valueOf(count), new MathContext(shares.precision() + MORE_DIGITS));
  }

  /// Bins of equal width from the smallest of some values to the largest; one if they are equal.
  ///
  /// @param low a [Double] or an integer; the edges between integers are exact where `count` is a
  ///   power of two
  /// @param high of the same type
  /// @param count how many bins, at least 1
  public static Bins between(Number low, Number high, int count) {
    boolean areEqual = low.equals(high);
    boolean areShort = low instanceof Long && isShort(low.longValue()) && isShort(high.longValue());
    if (!areEqual && (low instanceof Double || areShort && count == SHORT_BINS)) {
      return linear(low.doubleValue(), high.doubleValue(), count);
    }
    BigDecimal exactLow = new BigDecimal(low.toString());
    BigDecimal exactHigh = new BigDecimal(high.toString());
    int bins = areEqual ? 1 : count;
    BigDecimal[] exact = new BigDecimal[bins + 1];
    Arrays.setAll(exact, i -> inner(exactLow, exactHigh, i, bins));
    return new Bins(Arrays.stream(exact).mapToDouble(BigDecimal::doubleValue).toArray(), exact);
  }

  /// True if the edges of [#SHORT_BINS] bins between such integers are doubles.
  private static boolean isShort(long integer) {
    return Math.abs(integer) < SHORT_LIMIT;
  }

  /// Bins of equal width in the logarithm.
  ///
  /// @param low the first edge, above 0
  /// @param high the last edge, finite and above `low`
  /// @param count how many bins, at least 1
  public static Bins logarithmic(double low, double high, int count) {
    require(low > 0 && Double.isFinite(high), low, high, count);
    return scaled(low, high, count, Math::log, Math::exp);
  }

  /// Bins of equal width in the symmetric logarithm: linear between `-threshold` and `threshold`,
  /// logarithmic beyond, on both sides.
  ///
  /// @param threshold above 0
  public static Bins symmetricLogarithmic(double low, double high, double threshold, int count) {
    require(Double.isFinite(low) && Double.isFinite(high), low, high, count);
    if (!(threshold > 0 && Double.isFinite(threshold))) {
      throw new IllegalArgumentException("threshold " + threshold);
    }
    return scaled(
        low,
        high,
        count,
        value -> symmetricLogarithm(value, threshold),
        scaled -> fromSymmetricLogarithm(scaled, threshold));
  }

  private static double symmetricLogarithm(double value, double threshold) {
    double magnitude = Math.abs(value);
    return magnitude <= threshold
        ? value / threshold
        : Math.copySign(1 + Math.log(magnitude) - Math.log(threshold), value);
  }

  private static double fromSymmetricLogarithm(double scaled, double threshold) {
    double magnitude = Math.abs(scaled);
    return magnitude <= 1
        ? scaled * threshold
        : Math.copySign(Math.exp(magnitude - 1 + Math.log(threshold)), scaled);
  }

  /// Bins of equal width on a scale that ascends.
  private static Bins scaled(
      double low,
      double high,
      int count,
      DoubleUnaryOperator toScale,
      DoubleUnaryOperator fromScale) {
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

  private static void require(boolean fits, double low, double high, int count) {
    if (!fits || !(low < high) || count < 1) {
      throw new IllegalArgumentException(count + " bins from " + low + " to " + high);
    }
  }

  public int count() {
    return edges.length - 1;
  }

  /// An edge: of bin `index` the lower one.
  public double edge(int index) {
    return edges[index];
  }

  /// True if each edge is exactly the double that [#edge] gives.
  boolean areDoubles() {
    return exactEdges == null;
  }

  /// An edge, also between integers too large for a double.
  public BigDecimal exactEdge(int index) {
    return areDoubles() ? new BigDecimal(edges[index]) : exactEdges[index];
  }

  /// An edge as a [Double], or as a [BigDecimal] where a double would not be exact.
  public Number number(int index) {
    return areDoubles() || new BigDecimal(edges[index]).compareTo(exactEdges[index]) == 0
        ? (Number) edges[index]
        : exactEdges[index];
  }
}
