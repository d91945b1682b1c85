package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The exact sum of numbers and of their squares. Immutable.
///
/// @param sum in units of 2^exponent
/// @param squareSum in units of 2^(2 · exponent)
/// @param exponent of the unit
record Moments(BigInteger sum, BigInteger squareSum, int exponent) {

  /// Of these and other numbers.
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

  /// The mean of so many numbers, at least 1.
  double mean(long count) {
    return Quotient.rounded(sum, BigInteger.valueOf(count), exponent);
  }

  /// Their standard deviation as a population.
  double standardDeviation(long count) {
    BigInteger n = BigInteger.valueOf(count);
    return Quotient.ofRoot(squareSum.multiply(n).subtract(sum.multiply(sum)), n, exponent);
  }

  /// The square root of the mean of their squares.
  double rootMeanSquare(long count) {
    BigInteger n = BigInteger.valueOf(count);
    return Quotient.ofRoot(squareSum.multiply(n), n, exponent);
  }
}
