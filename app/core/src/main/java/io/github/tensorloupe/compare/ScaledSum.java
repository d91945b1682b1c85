package io.github.tensorloupe.compare;

import module java.base;

/// A sum of squares that may lie far outside of the range of a `double`: significand × 2 to the
/// power of the exponent.
///
/// @param significand 0, or from 1 to below 2
public record ScaledSum(double significand, int exponent) {

  public static final ScaledSum ZERO = new ScaledSum(0, 0);

  public ScaledSum {
    if (significand != 0 && !(significand >= 1 && significand < 2)) {
      throw new IllegalArgumentException("significand " + significand);
    }
  }

  /// The sum of this one and another.
  public ScaledSum plus(ScaledSum other) {
    if (exponent < other.exponent && other.significand != 0 || significand == 0) {
      return other.significand == 0 ? this : other.plus(this);
    }
    // What lies so far below is lost in rounding.
    int shift = Math.max(-Double.MAX_EXPONENT, other.exponent - exponent);
    return normalized(significand + Math.scalb(other.significand, shift), exponent);
  }

  /// @param value finite, 0 or more
  static ScaledSum normalized(double value, int exponent) {
    if (value == 0) {
      return ZERO;
    }
    int own = Math.getExponent(value);
    return new ScaledSum(Math.scalb(value, -own), exponent + own);
  }

  /// √(this / divisor), such as a relative L2 norm; empty where the divisor is zero or the result
  /// leaves the range of a `double`.
  public OptionalDouble rootOfQuotient(ScaledSum divisor) {
    return divisor.significand == 0
        ? OptionalDouble.empty()
        : root(significand / divisor.significand, (long) exponent - divisor.exponent);
  }

  private static OptionalDouble root(double value, long exponent) {
    boolean odd = (exponent & 1) != 0;
    double root = Math.sqrt(odd ? value * 2 : value);
    double scaled = Math.scalb(root, (int) (odd ? exponent - 1 : exponent) / 2);
    return Double.isFinite(scaled) ? OptionalDouble.of(scaled) : OptionalDouble.empty();
  }
}
