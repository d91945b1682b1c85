package io.github.tensorloupe.compare;

import module java.base;

/// A sum that may lie far outside of the range of a `double`: significand × 2 to the power of the
/// exponent.
///
/// @param significand 0, or from 1 to below 2
public record ScaledSum(double significand, int exponent) {

  public static final ScaledSum ZERO = new ScaledSum(0, 0);

  public ScaledSum {
    if (significand != 0 && !(significand >= 1 && significand < 2)) {
      throw new IllegalArgumentException("significand " + significand);
    }
  }

  /// @param value finite, 0 or more
  static ScaledSum normalized(double value, int exponent) {
    if (value == 0) {
      return ZERO;
    }
    int own = Math.getExponent(value);
    return new ScaledSum(Math.scalb(value, -own), exponent + own);
  }

  public ScaledSum plus(ScaledSum other) {
    if (significand == 0 || other.significand != 0 && other.exponent > exponent) {
      return other.significand == 0 ? this : other.plus(this);
    }
    // What lies so far below is lost in rounding.
    int shift = Math.max(-Double.MAX_EXPONENT, other.exponent - exponent);
    return normalized(significand + Math.scalb(other.significand, shift), exponent);
  }

  ScaledSum times(ScaledSum other) {
    return normalized(significand * other.significand, exponent + other.exponent);
  }

  /// The quotient with another one.
  ///
  /// @return empty where the divisor is 0
  public Optional<ScaledSum> over(ScaledSum divisor) {
    return divisor.significand == 0
        ? Optional.empty()
        : Optional.of(normalized(significand / divisor.significand, exponent - divisor.exponent));
  }

  public ScaledSum root() {
    boolean odd = (exponent & 1) != 0;
    return normalized(
        Math.sqrt(odd ? significand * 2 : significand), (odd ? exponent - 1 : exponent) / 2);
  }

  /// The number; empty where it is beyond the range of a `double`.
  public OptionalDouble value() {
    double value = Math.scalb(significand, exponent);
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /// √(this / divisor), such as a relative L2 norm; empty where the divisor is zero.
  public OptionalDouble rootOfQuotient(ScaledSum divisor) {
    return over(divisor).map(each -> each.root().value()).orElse(OptionalDouble.empty());
  }
}
