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
  private static final long HIDDEN_BIT = 1L << FRACTION_BITS;

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
    int exponent = exponent(bits);
    long significand = bits & FRACTION_MASK | (exponent == 0 ? 0 : HIDDEN_BIT);
    int weight = exponent == 0 ? 0 : exponent - 1;
    long sign = bits >> 63;
    long low = significand & PIECE_MASK;
    if (low != 0) {
      sumByWeight[weight] += (low ^ sign) - sign;
    }
    sumByWeight[weight + PIECE_BITS] += (significand >>> PIECE_BITS ^ sign) - sign;
  }

  /// Adds a number of at most 16 significant bits many times.
  ///
  /// @param count of all such calls together at most 2⁴⁶
  void add(double value, long count) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = exponent(bits);
    long significand = bits & FRACTION_MASK | (exponent == 0 ? 0 : HIDDEN_BIT);
    if (significand == 0) {
      return;
    }
    int zeros = Long.numberOfTrailingZeros(significand);
    int weight = (exponent == 0 ? 0 : exponent - 1) + zeros;
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

  private static int exponent(long bits) {
    return (int) (bits >>> FRACTION_BITS) & 0x7ff;
  }
}
