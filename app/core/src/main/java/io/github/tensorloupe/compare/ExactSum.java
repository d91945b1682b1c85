package io.github.tensorloupe.compare;

import module java.base;

/// A sum of doubles and of their products, exact whatever the order, also far outside of the range
/// of a `double`. Not thread-safe.
final class ExactSum {

  /// The sum has digits of so many bits, each in a `long` that has room for carries.
  private static final int DIGIT_BITS = 32;

  private static final long DIGIT_MASK = (1L << DIGIT_BITS) - 1;

  /// The exponent of the first digit: below that of the square of the smallest `double`.
  private static final int LOWEST_EXPONENT = -2208;

  private static final int DIGITS = 140;
  private static final int FRACTION_BITS = Double.PRECISION - 1;

  private final long[] digits = new long[DIGITS];

  /// Adds a number × 2 to the power of an exponent.
  ///
  /// @param value finite
  /// @param exponent such that the square of a `double` is not left by much
  void add(double value, int exponent) {
    if (value == 0) {
      return;
    }
    long bits = Double.doubleToRawLongBits(value);
    int biased = Math.max(1, Math.getExponent(value) + Double.MAX_EXPONENT);
    long fraction = bits & (1L << FRACTION_BITS) - 1;
    long magnitude =
        Math.getExponent(value) < Double.MIN_EXPONENT ? fraction : fraction | 1L << FRACTION_BITS;
    int place = biased - Double.MAX_EXPONENT - FRACTION_BITS + exponent - LOWEST_EXPONENT;
    int digit = place / DIGIT_BITS;
    int shift = place % DIGIT_BITS;
    long low = (magnitude & DIGIT_MASK) << shift;
    long high = (magnitude >>> DIGIT_BITS) << shift;
    int sign = bits < 0 ? -1 : 1;
    digits[digit] += sign * (low & DIGIT_MASK);
    digits[digit + 1] += sign * ((low >>> DIGIT_BITS) + (high & DIGIT_MASK));
    digits[digit + 2] += sign * (high >>> DIGIT_BITS);
  }

  /// Adds the product of two numbers, each × 2 to the power of an exponent, rounded to the
  /// precision of a `double`.
  void addProduct(double left, double right, int exponent) {
    if (left != 0 && right != 0) {
      int leftExponent = Math.getExponent(left);
      int rightExponent = Math.getExponent(right);
      add(
          Math.scalb(left, -leftExponent) * Math.scalb(right, -rightExponent),
          leftExponent + rightExponent + exponent);
    }
  }

  void merge(ExactSum other) {
    for (int i = 0; i < DIGITS; i++) {
      digits[i] += other.digits[i];
    }
  }

  private BigInteger total() {
    BigInteger total = BigInteger.ZERO;
    for (int i = DIGITS - 1; i >= 0; i--) {
      total = total.shiftLeft(DIGIT_BITS).add(BigInteger.valueOf(digits[i]));
    }
    return total;
  }

  int signum() {
    return total().signum();
  }

  /// The magnitude of the sum.
  ScaledSum magnitude() {
    BigInteger total = total().abs();
    int shift = Math.max(0, total.bitLength() - Long.SIZE);
    return ScaledSum.normalized(total.shiftRight(shift).doubleValue(), shift + LOWEST_EXPONENT);
  }
}
