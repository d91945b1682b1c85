package io.github.tensorloupe.analysis;

import java.math.BigInteger;

/// Exact fractions as doubles.
final class Quotient {

  private static final int QUOTIENT_BITS = 64;

  private Quotient() {}

  /// The double nearest to `numerator / denominator · 2^exponent`; of a subnormal one, one of the
  /// two nearest.
  ///
  /// @param denominator positive
  static double rounded(BigInteger numerator, BigInteger denominator, int exponent) {
    int shift = QUOTIENT_BITS + denominator.bitLength() - numerator.abs().bitLength();
    BigInteger[] parts =
        shift >= 0
            ? numerator.abs().shiftLeft(shift).divideAndRemainder(denominator)
            : numerator.abs().divideAndRemainder(denominator.shiftLeft(-shift));
    // The remainder is kept as a sticky bit far below the last digit, for the rounding.
    BigInteger quotient = parts[1].signum() == 0 ? parts[0] : parts[0].setBit(0);
    return Math.scalb(quotient.doubleValue(), exponent - shift) * numerator.signum();
  }
}
