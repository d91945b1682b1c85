package io.github.tensorloupe.analysis.distribution;

/// A number with about twice the precision of a double: the sum of the nearest double and a
/// correction.
record DoubleDouble(double high, double low) {

  static final DoubleDouble ZERO = new DoubleDouble(0, 0);

  /// Returns the exact sum of two doubles of any magnitudes.
  static DoubleDouble sum(double number, double rest) {
    double sum = number + rest;
    return new DoubleDouble(sum, roundingError(number, rest, sum));
  }

  static DoubleDouble product(double left, double right) {
    double product = left * right;
    return new DoubleDouble(product, Math.fma(left, right, -product));
  }

  /// Returns the rounding error of an addition, or NaN if it overflowed.
  static double roundingError(double left, double right, double sum) {
    double added = sum - left;
    return (left - (sum - added)) + (right - added);
  }

  DoubleDouble plus(DoubleDouble other) {
    double sum = high + other.high;
    return sum(sum, roundingError(high, other.high, sum) + (low + other.low));
  }

  DoubleDouble minus(DoubleDouble other) {
    return plus(new DoubleDouble(-other.high, -other.low));
  }

  DoubleDouble times(DoubleDouble other) {
    DoubleDouble product = product(high, other.high);
    return sum(product.high, product.low + (high * other.low + low * other.high));
  }

  DoubleDouble times(double factor) {
    DoubleDouble product = product(high, factor);
    return sum(product.high, product.low + low * factor);
  }

  DoubleDouble dividedBy(double divisor) {
    double quotient = high / divisor;
    return sum(quotient, (Math.fma(-quotient, divisor, high) + low) / divisor);
  }

  /// Returns the square root, or 0 for a negative number.
  DoubleDouble root() {
    if (!(high > 0)) {
      return ZERO;
    }
    double root = Math.sqrt(high);
    return sum(root, (Math.fma(-root, root, high) + low) / (2 * root));
  }

  DoubleDouble scaled(int exponent) {
    return new DoubleDouble(Math.scalb(high, exponent), Math.scalb(low, exponent));
  }
}
