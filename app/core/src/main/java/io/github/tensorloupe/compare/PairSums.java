package io.github.tensorloupe.compare;

import module java.base;

/// Exact sums for figures, which do not depend on the order of addition. Not thread-safe.
final class PairSums {

  private static final MathContext PRECISION = new MathContext(20);
  private static final BigDecimal HALF = new BigDecimal(0.5);

  private BigDecimal absolute = BigDecimal.ZERO;
  private BigDecimal squareOfDelta = BigDecimal.ZERO;
  private BigDecimal squareOfA = BigDecimal.ZERO;
  private BigDecimal squareOfB = BigDecimal.ZERO;
  private BigDecimal product = BigDecimal.ZERO;

  /// Adds sums that were computed in `double` without overflow.
  void add(double absolutes, double deltas, double squaresA, double squaresB, double products) {
    absolute = absolute.add(new BigDecimal(absolutes));
    squareOfDelta = squareOfDelta.add(new BigDecimal(deltas));
    squareOfA = squareOfA.add(new BigDecimal(squaresA));
    squareOfB = squareOfB.add(new BigDecimal(squaresB));
    product = product.add(new BigDecimal(products));
  }

  /// Adds finite numbers of any magnitude. Overwrites the arrays.
  ///
  /// @param deltas the differences b − a; infinite if out of range
  void add(double[] a, double[] b, double[] deltas, int count) {
    int halved = 0;
    if (Arrays.stream(deltas, 0, count).anyMatch(Double::isInfinite)) {
      halved = 1;
      for (int i = 0; i < count; i++) {
        deltas[i] = b[i] / 2 - a[i] / 2;
      }
    }
    int ofDeltas = normalize(deltas, count) + halved;
    int ofA = normalize(a, count);
    int ofB = normalize(b, count);
    absolute = absolute.add(scaled(Arrays.stream(deltas, 0, count).map(Math::abs).sum(), ofDeltas));
    squareOfDelta = squareOfDelta.add(scaled(product(deltas, deltas, count), 2 * ofDeltas));
    squareOfA = squareOfA.add(scaled(product(a, a, count), 2 * ofA));
    squareOfB = squareOfB.add(scaled(product(b, b, count), 2 * ofB));
    product = product.add(scaled(product(a, b, count), ofA + ofB));
  }

  /// Divides numbers by a power of two, so that the largest magnitude is about 1, and returns its
  /// exponent.
  private static int normalize(double[] values, int count) {
    double maxMagnitude = Arrays.stream(values, 0, count).map(Math::abs).max().orElse(0);
    int exponent = maxMagnitude == 0 ? 0 : Math.getExponent(maxMagnitude);
    for (int i = 0; i < count; i++) {
      values[i] = Math.scalb(values[i], -exponent);
    }
    return exponent;
  }

  private static double product(double[] left, double[] right, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += left[i] * right[i];
    }
    return sum;
  }

  private static BigDecimal scaled(double value, int exponent) {
    BigDecimal factor =
        exponent < 0 ? HALF.pow(-exponent) : new BigDecimal(BigInteger.ONE.shiftLeft(exponent));
    return new BigDecimal(value).multiply(factor);
  }

  void merge(PairSums other) {
    absolute = absolute.add(other.absolute);
    squareOfDelta = squareOfDelta.add(other.squareOfDelta);
    squareOfA = squareOfA.add(other.squareOfA);
    squareOfB = squareOfB.add(other.squareOfB);
    product = product.add(other.product);
  }

  BigDecimal squareOfA() {
    return squareOfA.round(PRECISION);
  }

  BigDecimal squareOfDelta() {
    return squareOfDelta.round(PRECISION);
  }

  /// Returns Σ|Δ| / n, or empty if n is 0.
  OptionalDouble meanAbs(long count) {
    return count == 0
        ? OptionalDouble.empty()
        : finite(absolute.divide(BigDecimal.valueOf(count), PRECISION));
  }

  /// Returns √(ΣΔ² / n), or empty if n is 0.
  OptionalDouble rms(long count) {
    return rootOfQuotient(squareOfDelta, BigDecimal.valueOf(count));
  }

  OptionalDouble relativeL2() {
    return rootOfQuotient(squareOfDelta, squareOfA);
  }

  /// Returns Σab / √(Σa²·Σb²), from −1 to 1, or empty if the divisor is 0.
  OptionalDouble cosine() {
    BigDecimal lengths = squareOfA.multiply(squareOfB).sqrt(PRECISION);
    return lengths.signum() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Math.clamp(product.divide(lengths, PRECISION).doubleValue(), -1.0, 1.0));
  }

  /// Returns √(dividend / divisor), or empty if the divisor is 0 or the root exceeds the range of
  /// `double`.
  static OptionalDouble rootOfQuotient(BigDecimal dividend, BigDecimal divisor) {
    return divisor.signum() == 0
        ? OptionalDouble.empty()
        : finite(dividend.divide(divisor, PRECISION).sqrt(PRECISION));
  }

  private static OptionalDouble finite(BigDecimal value) {
    double number = value.doubleValue();
    return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
  }

  /// Sums over pairs of tiles, accumulated in a vectorized loop. Not thread-safe.
  static final class LaneSums {

    private static final int LANES = 64;

    /// The sums of |Δ|, Δ², a², b² and ab, each in [#LANES] lanes. A single array allows the
    /// compiler to prove that lanes do not overlap.
    private final double[] sums = new double[5 * LANES];

    void add(FloatTile a, FloatTile b) {
      add(a.floats, b.floats, sums);
    }

    // Processes two rows of lanes together, because accessing the sums takes as long as adding.
    private static void add(float[] a, float[] b, double[] all) {
      for (int first = 0; first < FloatTile.SIZE; first += 2 * LANES) {
        int second = first + LANES;
        for (int lane = 0; lane < LANES; lane++) {
          double a0 = a[first + lane];
          double b0 = b[first + lane];
          double a1 = a[second + lane];
          double b1 = b[second + lane];
          double delta0 = b0 - a0;
          double delta1 = b1 - a1;
          double absolute = all[lane];
          double square = all[lane + LANES];
          double squareA = all[lane + 2 * LANES];
          double squareB = all[lane + 3 * LANES];
          double product = all[lane + 4 * LANES];
          all[lane] = absolute + (Math.abs(delta0) + Math.abs(delta1));
          all[lane + LANES] = Math.fma(delta1, delta1, Math.fma(delta0, delta0, square));
          all[lane + 2 * LANES] = Math.fma(a1, a1, Math.fma(a0, a0, squareA));
          all[lane + 3 * LANES] = Math.fma(b1, b1, Math.fma(b0, b0, squareB));
          all[lane + 4 * LANES] = Math.fma(a1, b1, Math.fma(a0, b0, product));
        }
      }
    }

    void flush(PairSums target) {
      target.add(drain(0), drain(1), drain(2), drain(3), drain(4));
    }

    private double drain(int index) {
      double sum = 0;
      for (int lane = index * LANES; lane < (index + 1) * LANES; lane++) {
        sum += sums[lane];
        sums[lane] = 0;
      }
      return sum;
    }
  }
}
