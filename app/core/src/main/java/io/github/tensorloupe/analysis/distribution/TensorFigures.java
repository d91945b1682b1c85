package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// The few figures of a tensor that many tensors are compared by, over its finite values.
///
/// @param counts of all its values
/// @param min exact, as [io.github.tensorloupe.element.ElementType#toNumber] gives it; NaN where no
///   value is finite, as are those below
/// @param standardDeviation of the population
public record TensorFigures(
    ValueCounts counts,
    Number min,
    Number max,
    double mean,
    double standardDeviation,
    double rootMeanSquare) {

  /// Of the values of both together, without an overflow on the way.
  public TensorFigures plus(TensorFigures other) {
    ValueCounts all = counts.plus(other.counts);
    if (counts.finite() == 0 || other.counts.finite() == 0) {
      TensorFigures finite = counts.finite() == 0 ? other : this;
      return new TensorFigures(
          all,
          finite.min,
          finite.max,
          finite.mean,
          finite.standardDeviation,
          finite.rootMeanSquare);
    }
    double here = (double) counts.finite() / all.finite();
    double there = (double) other.counts.finite() / all.finite();
    double spread =
        Math.hypot(Math.sqrt(here) * standardDeviation, Math.sqrt(there) * other.standardDeviation);
    double apart =
        Math.sqrt(here) * other.mean * Math.sqrt(there) - Math.sqrt(here) * mean * Math.sqrt(there);
    return new TensorFigures(
        all,
        compare(min, other.min) <= 0 ? min : other.min,
        compare(max, other.max) >= 0 ? max : other.max,
        here * mean + there * other.mean,
        Math.hypot(spread, apart),
        Math.hypot(Math.sqrt(here) * rootMeanSquare, Math.sqrt(there) * other.rootMeanSquare));
  }

  /// The largest magnitude; NaN where no value is finite.
  public Number absoluteMax() {
    Number least = magnitude(min);
    Number most = magnitude(max);
    return compare(least, most) > 0 ? least : most;
  }

  private static Number magnitude(Number number) {
    return number instanceof Double value ? Math.abs(value) : exact(number).abs();
  }

  /// Integers beyond 2⁵³ may differ though their nearest `double` is the same.
  private static int compare(Number first, Number second) {
    int rounded = Double.compare(first.doubleValue(), second.doubleValue());
    boolean isExact = rounded != 0 || first instanceof Double || second instanceof Double;
    return isExact ? rounded : exact(first).compareTo(exact(second));
  }

  private static BigInteger exact(Number integer) {
    return integer instanceof BigInteger large ? large : BigInteger.valueOf(integer.longValue());
  }
}
