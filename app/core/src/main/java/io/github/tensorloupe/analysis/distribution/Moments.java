package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The exact sum of numbers and of their squares. Immutable.
///
/// @param sum in units of 2^exponent
/// @param squareSum in units of 2^(2 · exponent)
/// @param exponent the exponent of the unit
record Moments(BigInteger sum, BigInteger squareSum, int exponent) {

  /// The number of bits of a quotient: more than in a double, so that the truncated digits never
  /// decide the rounding alone.
  private static final int QUOTIENT_BITS = 64;

  /// The exponent of the second bit below the smallest subnormal number.
  private static final int LOWEST_EXPONENT = Double.MIN_EXPONENT - Double.PRECISION + 1 - 2;

  static final Moments NONE = new Moments(BigInteger.ZERO, BigInteger.ZERO, 0);

  Moments plus(Moments other) {
    int common = Math.min(exponent, other.exponent);
    Moments left = in(common);
    Moments right = other.in(common);
    return new Moments(left.sum.add(right.sum), left.squareSum.add(right.squareSum), common);
  }

  private Moments in(int lower) {
    int shift = exponent - lower;
    return shift == 0
        ? this
        : new Moments(sum.shiftLeft(shift), squareSum.shiftLeft(2 * shift), lower);
  }

  /// Returns the mean.
  ///
  /// @param count the number of values, at least 1
  double mean(long count) {
    return rounded(sum, BigInteger.valueOf(count), exponent);
  }

  double standardDeviation(long count) {
    BigInteger n = BigInteger.valueOf(count);
    return ofRoot(squareSum.multiply(n).subtract(sum.multiply(sum)), n, exponent);
  }

  double rootMeanSquare(long count) {
    BigInteger n = BigInteger.valueOf(count);
    return ofRoot(squareSum.multiply(n), n, exponent);
  }

  /// Returns the double nearest to `numerator / denominator · 2^exponent`, with ties to even;
  /// infinite if it is too large.
  ///
  /// @param denominator positive
  static double rounded(BigInteger numerator, BigInteger denominator, int exponent) {
    BigInteger magnitude = numerator.abs();
    int shift = QUOTIENT_BITS + denominator.bitLength() - magnitude.bitLength();
    shift = Math.min(shift, exponent - LOWEST_EXPONENT);
    BigInteger[] parts =
        shift >= 0
            ? magnitude.shiftLeft(shift).divideAndRemainder(denominator)
            : magnitude.divideAndRemainder(denominator.shiftLeft(-shift));
    boolean exact = parts[1].signum() == 0;
    return numerator.signum() * scaled(parts[0], exact, exponent - shift);
  }

  /// Returns the double nearest to `√radicand / denominator · 2^exponent`.
  ///
  /// @param radicand not negative
  /// @param denominator positive
  static double ofRoot(BigInteger radicand, BigInteger denominator, int exponent) {
    int shift = QUOTIENT_BITS + denominator.bitLength() - radicand.bitLength() / 2;
    shift = Math.min(shift, exponent - LOWEST_EXPONENT);
    BigInteger shifted = radicand.shiftLeft(2 * shift);
    // Truncation before the root and before the division is equivalent to truncation after both.
    BigInteger[] root = shifted.sqrtAndRemainder();
    BigInteger[] parts = root[0].divideAndRemainder(denominator);
    boolean exact =
        parts[1].signum() == 0
            && root[1].signum() == 0
            && (shift >= 0 || radicand.getLowestSetBit() >= -2 * shift || radicand.signum() == 0);
    return scaled(parts[0], exact, exponent - shift);
  }

  private static double scaled(BigInteger quotient, boolean exact, int exponent) {
    // The truncated digits become a sticky bit, for the rounding.
    BigInteger sticky = exact ? quotient : quotient.setBit(0);
    if (exponent == LOWEST_EXPONENT && sticky.bitLength() <= Double.PRECISION + 2) {
      return subnormal(sticky.longValue());
    }
    return Math.scalb(sticky.doubleValue(), exponent);
  }

  /// Rounds a number of quarters of the smallest subnormal number.
  private static double subnormal(long quarters) {
    long floor = quarters >>> 2;
    boolean up = (quarters & 3) == 3 || (quarters & 7) == 6;
    return Math.scalb((double) (up ? floor + 1 : floor), LOWEST_EXPONENT + 2);
  }
}
