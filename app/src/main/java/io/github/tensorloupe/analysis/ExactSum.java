package io.github.tensorloupe.analysis;

import java.math.BigInteger;

/// A sum of finite doubles without any rounding, so in whatever order they come.
///
/// Pieces of significands are added up as integers, one sum for each power of two that a piece
/// counts. A piece has at most 27 bits, which leaves room for 2³⁶ of them.
final class ExactSum {

  private static final int PIECE_BITS = 26;
  private static final long PIECE_MASK = (1L << PIECE_BITS) - 1;
  private static final int FRACTION_BITS = Double.PRECISION - 1;
  private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;

  /// The power of two that weight 0 stands for: the smallest subnormal number.
  private static final int LOWEST_EXPONENT = Double.MIN_EXPONENT - FRACTION_BITS;

  private static final int WEIGHTS = Double.MAX_EXPONENT - LOWEST_EXPONENT + 1;
  private static final long PENDING_LIMIT = 1L << 35;

  private final long[] sumByWeight = new long[WEIGHTS];
  private long pendingCount;
  private BigInteger settled = BigInteger.ZERO;

  /// Makes room for so many calls of [#add(long)].
  void expect(int count) {
    pendingCount += count;
    if (pendingCount > PENDING_LIMIT) {
      settle();
      pendingCount = count;
    }
  }

  /// Adds a number given by its bits; it is finite and was announced by [#expect].
  void add(long bits) {
    long significand = significand(bits);
    int weight = weight(bits);
    long sign = bits >> 63;
    sumByWeight[weight] += (significand & PIECE_MASK ^ sign) - sign;
    sumByWeight[weight + PIECE_BITS] += (significand >>> PIECE_BITS ^ sign) - sign;
  }

  /// Adds a number of few significant bits many times.
  ///
  /// @param value with at most 16 significant bits
  /// @param count times; over all calls together at most 2⁴⁶, or 2⁶² for powers of two
  void add(double value, long count) {
    long bits = Double.doubleToRawLongBits(value);
    long significand = significand(bits);
    if (significand == 0) {
      return;
    }
    int zeros = Long.numberOfTrailingZeros(significand);
    int weight = weight(bits) + zeros;
    sumByWeight[weight] += (significand >>> zeros) * (bits < 0 ? -count : count);
  }

  void merge(ExactSum other) {
    settle();
    settled = settled.add(other.total());
  }

  /// The sum divided by a positive count, rounded once.
  double dividedBy(long count) {
    return Quotient.rounded(total(), BigInteger.valueOf(count), LOWEST_EXPONENT);
  }

  private BigInteger total() {
    settle();
    return settled;
  }

  private void settle() {
    for (int weight = 0; weight < WEIGHTS; weight++) {
      if (sumByWeight[weight] != 0) {
        settled = settled.add(BigInteger.valueOf(sumByWeight[weight]).shiftLeft(weight));
        sumByWeight[weight] = 0;
      }
    }
    pendingCount = 0;
  }

  // Both without a branch, for numbers mixed with zeros.

  private static long significand(long bits) {
    long exponent = exponent(bits);
    return bits & FRACTION_MASK | -exponent >>> 63 << FRACTION_BITS;
  }

  private static int weight(long bits) {
    return Math.max(exponent(bits), 1) - 1;
  }

  private static int exponent(long bits) {
    return (int) (bits >>> FRACTION_BITS) & 0x7ff;
  }
}
