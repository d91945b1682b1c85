package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The edges of the bins of a histogram: ascending, half-open, the last bin closed. Immutable.
public final class Bins {

  /// More digits than make a difference when a quotient is rounded to a double.
  private static final int MORE_DIGITS = 40;

  /// So many bins have edges between integers that are 64ths, which take little to tell.
  private static final int INTEGER_BINS = 64;

  /// The first double above any `long`, which is turned into the largest one.
  private static final double BEYOND_LONG = 0x1p63;

  /// More than the share of its summands by which a sum of two doubles is off.
  private static final double DOUBT = 0x1p-96;

  private final double[] edges;

  /// The edges that are no doubles, and null for those that are; null if all are.
  private final BigDecimal[] exactEdges;

  /// The range that the edges divide where that tells them exactly, or null.
  private final LongRange integers;

  private Bins(double[] edges, BigDecimal[] exactEdges, LongRange integers) {
    this.edges = edges;
    this.exactEdges = exactEdges;
    this.integers = integers;
  }

  private Bins(double[] edges) {
    this(edges, null, null);
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
      edges[i] = isExact(edge, low, high, i, count) ? edge : inner(low, high, i, count);
    }
    edges[0] = low;
    edges[count] = high;
    return new Bins(edges);
  }

  /// True if no step that led to an edge rounded anything off, as is usual for numbers of few bits.
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

  /// An edge rounded once. It is found as a sum of two doubles; only where these do not tell how it
  /// rounds, in decimals, which take a hundred times as long.
  private static double inner(double low, double high, int index, int count) {
    int others = count - index;
    double left = low * others;
    double right = high * index;
    double sum = left + right;
    double rest =
        roundedOff(left, right, sum) + Math.fma(low, others, -left) + Math.fma(high, index, -right);
    double quotient = sum / count;
    double correction = (Math.fma(-quotient, count, sum) + rest) / count;
    double doubt = (Math.abs(left) + Math.abs(right)) / count * DOUBT + Double.MIN_VALUE;
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

  /// Bins of equal width from the smallest of some values to the largest; one if they are equal.
  ///
  /// @param low a [Double] or an integer; the edges between integers are exact where `count` is a
  ///   power of two
  /// @param high of the same type
  /// @param count how many bins, at least 1
  public static Bins between(Number low, Number high, int count) {
    boolean areEqual = low.equals(high);
    if (low instanceof Double) {
      double first = low.doubleValue();
      return areEqual
          ? new Bins(new double[] {first, first})
          : linear(first, high.doubleValue(), count);
    }
    if (!areEqual && count == INTEGER_BINS && isLong(low) && isLong(high)) {
      return new LongRange(low.longValue(), high.longValue() - low.longValue()).bins();
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
    return new Bins(edges, exact, null);
  }

  private static boolean isLong(Number integer) {
    return integer instanceof Long
        || integer instanceof BigInteger large && large.bitLength() < Long.SIZE;
  }

  /// Integers in [#INTEGER_BINS] bins, whose edges are told in 64ths.
  ///
  /// @param range the difference of the largest and the smallest, unsigned
  private record LongRange(long low, long range) {

    private long shares(int index) {
      return (range & INTEGER_BINS - 1) * index;
    }

    private long floor(int index) {
      return low + (range >>> 6) * index + (shares(index) >> 6);
    }

    /// The 64ths above the floor.
    private long rest(int index) {
      return shares(index) & INTEGER_BINS - 1;
    }

    private static boolean haveRoom(long floor) {
      return floor << 7 >> 7 == floor;
    }

    /// An edge in 64ths, or where they have no room in ones: far beyond 53 bits it matters only
    /// that there is a rest.
    private long units(int index) {
      long floor = floor(index);
      return haveRoom(floor) ? floor << 6 | rest(index) : floor | Long.signum(rest(index));
    }

    private boolean isDouble(int index) {
      long units = units(index);
      double rounded = units;
      return (long) rounded == units && rounded != BEYOND_LONG;
    }

    private BigDecimal edge(int index) {
      BigDecimal rest = new BigDecimal((double) rest(index) / INTEGER_BINS);
      return BigDecimal.valueOf(floor(index)).add(rest);
    }

    /// Appends an edge that is no double, and so far from zero.
    private void append(int index, StringBuilder text) {
      long floor = floor(index);
      long rest = rest(index);
      boolean isUp = floor < 0 && rest > 0;
      text.append(isUp ? floor + 1 : floor).append(rest > 0 ? "." : "");
      for (long left = isUp ? INTEGER_BINS - rest : rest;
          left > 0;
          left = left * 10 % INTEGER_BINS) {
        text.append((char) ('0' + left * 10 / INTEGER_BINS));
      }
    }

    Bins bins() {
      double[] edges = new double[INTEGER_BINS + 1];
      for (int i = 0; i < edges.length; i++) {
        double rounded = units(i);
        edges[i] = haveRoom(floor(i)) ? rounded / INTEGER_BINS : rounded;
      }
      return new Bins(edges, null, this);
    }
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
    return new Bins(edges);
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

  /// True if an edge is exactly the double that [#edge] gives.
  boolean isDouble(int index) {
    return integers != null
        ? integers.isDouble(index)
        : exactEdges == null || exactEdges[index] == null;
  }

  /// An edge, also between integers too large for a double.
  public BigDecimal exactEdge(int index) {
    if (isDouble(index)) {
      return new BigDecimal(edges[index]);
    }
    return integers != null ? integers.edge(index) : exactEdges[index];
  }

  /// Appends an edge as Java writes a double, or where a double would not be exact a [BigDecimal].
  public void append(int index, StringBuilder text) {
    if (isDouble(index)) {
      text.append(edges[index]);
    } else if (integers != null) {
      // In a tenth of the time that a decimal takes.
      integers.append(index, text);
    } else {
      text.append(exactEdges[index]);
    }
  }
}
