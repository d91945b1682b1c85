package io.github.tensorloupe.analysis.distribution;

/// The count of values, the sum of their differences from a pivot, and the sum of the squares of
/// these differences. The pivot is equal or close to one of the values, so that the standard
/// deviation is precise even if it is far below the mean; it is 0 for dtypes of up to 32 bits.
///
/// @param pivot the pivot in units of 2^exponent
/// @param sum the sum in units of 2^exponent
/// @param squareSum the sum in units of 2^(2 · exponent)
/// @param exponent keeps the squares of very large and very small numbers in the range of a double
record Moments(long count, double pivot, DoubleDouble sum, DoubleDouble squareSum, int exponent) {

  static final Moments NONE = new Moments(0, 0, DoubleDouble.ZERO, DoubleDouble.ZERO, 0);

  Moments plus(Moments other) {
    if (count == 0 || other.count == 0) {
      return count == 0 ? other : this;
    }
    int common = commonExponent(other);
    Moments left = in(common);
    Moments right = other.in(common).from(left.pivot);
    return new Moments(
        count + other.count,
        left.pivot,
        left.sum.plus(right.sum),
        left.squareSum.plus(right.squareSum),
        common);
  }

  // Zeros have any exponent.
  private int commonExponent(Moments other) {
    if (isZero() || other.isZero()) {
      return isZero() ? other.exponent : exponent;
    }
    return Math.max(exponent, other.exponent);
  }

  private boolean isZero() {
    return pivot == 0 && sum.high() == 0 && squareSum.high() == 0;
  }

  private Moments in(int newExponent) {
    int shift = exponent - newExponent;
    return shift == 0
        ? this
        : new Moments(
            count,
            Math.scalb(pivot, shift),
            sum.scaled(shift),
            squareSum.scaled(2 * shift),
            newExponent);
  }

  private Moments from(double newPivot) {
    if (newPivot == pivot) {
      return this;
    }
    DoubleDouble distance = DoubleDouble.sum(pivot, -newPivot);
    DoubleDouble all = distance.times(count);
    DoubleDouble squares = squareSum.plus(distance.times(sum).times(2)).plus(distance.times(all));
    return new Moments(count, newPivot, sum.plus(all), squares, exponent);
  }

  double mean() {
    DoubleDouble mean = DoubleDouble.sum(pivot, 0).plus(sum.dividedBy(count));
    return Math.scalb(mean.high(), exponent);
  }

  double standardDeviation() {
    return ofSquares(squareSum.times(count).minus(sum.times(sum)));
  }

  double rootMeanSquare() {
    return ofSquares(from(0).squareSum.times(count));
  }

  private double ofSquares(DoubleDouble squares) {
    return Math.scalb(squares.root().dividedBy(count).high(), exponent);
  }
}
