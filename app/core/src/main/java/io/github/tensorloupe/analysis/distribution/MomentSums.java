package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// Adds up numbers and their squares exactly. Quick as long as numbers with the same exponent
/// follow each other, as those in ascending order do. Not thread-safe.
final class MomentSums {

  private final int unitExponent;
  private BigInteger sum = BigInteger.ZERO;
  private BigInteger squareSum = BigInteger.ZERO;

  /// What the numbers added since the last settling are in units of.
  private int exponent;

  private final WideSum magnitudes = new WideSum();
  private final WideSum negativeMagnitudes = new WideSum();
  private final WideSum squares = new WideSum();

  /// @param unitExponent of a power of two that all numbers are multiples of
  MomentSums(int unitExponent) {
    this.unitExponent = unitExponent;
    exponent = unitExponent;
  }

  /// Adds a finite double some times, up to 2⁴⁰ times over all calls.
  void add(double value, long count) {
    long bits = Double.doubleToRawLongBits(value);
    add(Doubles.significand(bits), Doubles.exponent(bits), bits < 0, count);
  }

  /// Adds an integer some times.
  ///
  /// @param magnitude unsigned
  void add(long magnitude, boolean negative, long count) {
    add(magnitude, 0, negative, count);
  }

  private void add(long magnitude, int magnitudeExponent, boolean negative, long count) {
    if (magnitude == 0) {
      return;
    }
    if (magnitudeExponent != exponent) {
      settle();
      exponent = magnitudeExponent;
    }
    (negative ? negativeMagnitudes : magnitudes).addProduct(magnitude, count);
    squares.addSquareProduct(magnitude, count);
  }

  private void settle() {
    int shift = exponent - unitExponent;
    // A negative shift cuts off zeros only.
    sum = sum.add(magnitudes.take().subtract(negativeMagnitudes.take()).shiftLeft(shift));
    squareSum = squareSum.add(squares.take().shiftLeft(2 * shift));
  }

  Moments moments() {
    settle();
    return new Moments(sum, squareSum, unitExponent);
  }
}
