package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// Adds up 32-bit floating-point numbers and their squares exactly, tile by tile. Not thread-safe.
///
/// Within a tile, numbers are integers in units of the last bit of the smallest number. If they
/// have few enough bits, their sums in doubles are exact in any order, and so are sums of squares
/// that are split at a fixed bit. The compiler vectorizes such loops.
final class FloatMoments {

  /// The maximum number of elements in a tile, and the length of its array. Small enough that all
  /// arrays of a tile stay in the L1 cache.
  static final int TILE = 1024;

  private static final int LANES = 128;
  private static final int FRACTION_BITS = Float.PRECISION - 1;
  private static final int FRACTION_MASK = (1 << FRACTION_BITS) - 1;

  /// The exponent of the smallest subnormal number.
  private static final int LOWEST_EXPONENT = Float.MIN_EXPONENT - FRACTION_BITS;

  /// The maximum number of bits in the upper piece of a split square. A double also has room for
  /// the 3 bits that the sum of 8 pieces in a lane adds.
  private static final int UPPER_BITS = 49;

  /// The maximum difference of exponents for which sums of numbers and of lower pieces fit into a
  /// double.
  private static final int EXPONENT_RANGE = 25;

  private final double[] sums = new double[LANES];
  private final double[] upperSums = new double[LANES];
  private final double[] lowerSums = new double[LANES];
  private final PowerSums sum = new PowerSums(LOWEST_EXPONENT, Float.MAX_EXPONENT);
  private final PowerSums squareSum =
      new PowerSums(2 * LOWEST_EXPONENT, 2 * Float.MAX_EXPONENT + 2);

  /// Adds a tile of zeros and normal numbers.
  ///
  /// @param tile [#TILE] numbers
  /// @param count the number of elements to add; following elements are overwritten with zeros
  /// @param smallest the smallest nonzero magnitude
  /// @param largest the largest magnitude, not zero
  void add(float[] tile, int count, float smallest, float largest) {
    int low = Math.getExponent(smallest);
    int high = Math.getExponent(largest);
    if (high - low > EXPONENT_RANGE) {
      addOneByOne(tile, count);
      return;
    }
    int end = Math.ceilDiv(count, LANES) * LANES;
    Arrays.fill(tile, count, end, 0);
    int cutExponent = cutExponent(high, UPPER_BITS);
    double cutter = cutter(cutExponent);
    for (int begin = 0; begin < end; begin += LANES) {
      addLanes(tile, begin, cutter);
    }
    takeLanes(low - FRACTION_BITS, cutExponent);
  }

  /// Adds a tile of zeros and normal numbers, each with a count.
  ///
  /// @param tile [#TILE] numbers
  /// @param counts the number of occurrences of each number
  /// @param maxCount the largest count
  /// @param smallest the smallest nonzero magnitude
  /// @param largest the largest magnitude, not zero
  void add(float[] tile, int[] counts, int maxCount, float smallest, float largest) {
    int low = Math.getExponent(smallest);
    int high = Math.getExponent(largest);
    int countBits = Integer.SIZE - Integer.numberOfLeadingZeros(maxCount);
    if (high - low > EXPONENT_RANGE - countBits) {
      for (int i = 0; i < TILE; i++) {
        addOne(tile[i], counts[i]);
      }
      return;
    }
    int cutExponent = cutExponent(high, UPPER_BITS - countBits);
    double cutter = cutter(cutExponent);
    for (int begin = 0; begin < TILE; begin += LANES) {
      addLanes(tile, counts, begin, cutter);
    }
    takeLanes(low - FRACTION_BITS, cutExponent);
  }

  /// Returns the exponent of the unit of upper pieces.
  ///
  /// @param high the largest exponent of a number
  private static int cutExponent(int high, int upperBits) {
    return Math.max(2 * high + 2 - upperBits, 2 * LOWEST_EXPONENT);
  }

  /// Returns a constant that rounds a number to its upper piece when added and subtracted again.
  private static double cutter(int cutExponent) {
    return Math.scalb(1.5, cutExponent + Double.PRECISION - 1);
  }

  private void addLanes(float[] tile, int begin, double cutter) {
    double[] numbers = sums;
    double[] upper = upperSums;
    double[] lower = lowerSums;
    for (int lane = 0; lane < LANES; lane++) {
      double value = tile[begin + lane];
      double square = value * value;
      double piece = square + cutter - cutter;
      numbers[lane] += value;
      upper[lane] += piece;
      lower[lane] += square - piece;
    }
  }

  private void addLanes(float[] tile, int[] counts, int begin, double cutter) {
    double[] numbers = sums;
    double[] upper = upperSums;
    double[] lower = lowerSums;
    for (int lane = 0; lane < LANES; lane++) {
      double value = tile[begin + lane];
      double count = counts[begin + lane];
      double square = value * value;
      double piece = square + cutter - cutter;
      numbers[lane] += value * count;
      upper[lane] += piece * count;
      lower[lane] += (square - piece) * count;
    }
  }

  /// Converts the sums of the lanes to integers, adds these to the totals, and resets the lanes.
  ///
  /// @param unitExponent the exponent of the unit of the numbers
  /// @param cutExponent the exponent of the unit of the upper pieces
  private void takeLanes(int unitExponent, int cutExponent) {
    double perUnit = Math.scalb(1.0, -unitExponent);
    double perCut = Math.scalb(1.0, -cutExponent);
    double perSquare = perUnit * perUnit;
    long total = 0;
    long upperTotal = 0;
    long lowerTotal = 0;
    for (int lane = 0; lane < LANES; lane++) {
      total += (long) (sums[lane] * perUnit);
      upperTotal += (long) (upperSums[lane] * perCut);
      lowerTotal += (long) (lowerSums[lane] * perSquare);
      sums[lane] = 0;
      upperSums[lane] = 0;
      lowerSums[lane] = 0;
    }
    sum.add(total, unitExponent);
    squareSum.add(upperTotal, cutExponent);
    squareSum.add(lowerTotal, 2 * unitExponent);
  }

  private void addOneByOne(float[] tile, int count) {
    for (int i = 0; i < count; i++) {
      addOne(tile[i], 1);
    }
  }

  private void addOne(float number, int count) {
    int bits = Float.floatToRawIntBits(number);
    if (bits << 1 != 0 && count != 0) {
      long significand = bits & FRACTION_MASK | 1 << FRACTION_BITS;
      int exponent = Math.getExponent(number) - FRACTION_BITS;
      sum.add((bits < 0 ? -significand : significand) * count, exponent);
      // In two pieces, because the product with a large count has more than 64 bits.
      long square = significand * significand;
      squareSum.add((square & FRACTION_MASK) * count, 2 * exponent);
      squareSum.add((square >>> FRACTION_BITS) * count, 2 * exponent + FRACTION_BITS);
    }
  }

  Moments moments() {
    return new Moments(sum.total(), squareSum.total(), LOWEST_EXPONENT);
  }

  /// An exact sum of integers in units of different powers of two. Not thread-safe.
  static final class PowerSums {

    private static final long LOW_MASK = 0xffff_ffffL;

    /// Up to this number of additions, each sum of halves fits into 63 bits.
    static final int PENDING_LIMIT = 1 << 30;

    private final int lowestExponent;
    private final int pendingLimit;

    /// The sums of the lower and of the upper halves, by exponent.
    private final long[] lowSums;

    private final long[] highSums;
    private int pendingCount;
    private BigInteger settled = BigInteger.ZERO;

    PowerSums(int lowestExponent, int highestExponent) {
      this(lowestExponent, highestExponent, PENDING_LIMIT);
    }

    /// @param pendingLimit the number of additions after which the halves are combined
    PowerSums(int lowestExponent, int highestExponent, int pendingLimit) {
      this.lowestExponent = lowestExponent;
      this.pendingLimit = pendingLimit;
      lowSums = new long[highestExponent - lowestExponent + 1];
      highSums = new long[lowSums.length];
    }

    /// Adds an integer in units of 2^exponent.
    void add(long value, int exponent) {
      if (pendingCount == pendingLimit) {
        settle();
      }
      pendingCount++;
      lowSums[exponent - lowestExponent] += value & LOW_MASK;
      highSums[exponent - lowestExponent] += value >> 32;
    }

    /// Returns the sum in units of the lowest exponent.
    BigInteger total() {
      settle();
      return settled;
    }

    private void settle() {
      for (int i = 0; i < lowSums.length; i++) {
        if ((lowSums[i] | highSums[i]) != 0) {
          BigInteger high = BigInteger.valueOf(highSums[i]).shiftLeft(32);
          settled = settled.add(high.add(BigInteger.valueOf(lowSums[i])).shiftLeft(i));
          lowSums[i] = 0;
          highSums[i] = 0;
        }
      }
      pendingCount = 0;
    }
  }
}
