package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// Statistics of the finite values of a tensor, for comparing many tensors. All statistics except
/// `counts` are NaN if no value is finite.
///
/// @param counts the counts of all values, including non-finite values
/// @param min the exact minimum, of the type that
///   [io.github.tensorloupe.element.ElementType#toNumber] returns
/// @param standardDeviation the population standard deviation
public record TensorSummary(
    ValueCounts counts,
    Number min,
    Number max,
    double mean,
    double standardDeviation,
    double rootMeanSquare) {

  /// Returns the statistics of the values of both summaries, without intermediate overflow.
  public TensorSummary plus(TensorSummary other) {
    ValueCounts all = counts.plus(other.counts);
    if (counts.finite() == 0 || other.counts.finite() == 0) {
      TensorSummary part = counts.finite() == 0 ? other : this;
      return new TensorSummary(
          all, part.min, part.max, part.mean, part.standardDeviation, part.rootMeanSquare);
    }
    double share = (double) counts.finite() / all.finite();
    double otherShare = (double) other.counts.finite() / all.finite();
    double root = Math.sqrt(share);
    double otherRoot = Math.sqrt(otherShare);
    double spread = Math.hypot(root * standardDeviation, otherRoot * other.standardDeviation);
    double meanDistance = root * other.mean * otherRoot - root * mean * otherRoot;
    return new TensorSummary(
        all,
        compare(min, other.min) <= 0 ? min : other.min,
        compare(max, other.max) >= 0 ? max : other.max,
        share * mean + otherShare * other.mean,
        Math.hypot(spread, meanDistance),
        Math.hypot(root * rootMeanSquare, otherRoot * other.rootMeanSquare));
  }

  /// Returns the largest magnitude of the finite values, or NaN if no value is finite.
  public Number absoluteMax() {
    Number minMagnitude = magnitude(min);
    Number maxMagnitude = magnitude(max);
    return compare(minMagnitude, maxMagnitude) > 0 ? minMagnitude : maxMagnitude;
  }

  private static Number magnitude(Number number) {
    return number instanceof Double value ? Math.abs(value) : exact(number).abs();
  }

  /// Compares exactly, even integers beyond 2⁵³ whose nearest doubles are equal.
  private static int compare(Number first, Number second) {
    int rounded = Double.compare(first.doubleValue(), second.doubleValue());
    boolean isExact = rounded != 0 || first instanceof Double || second instanceof Double;
    return isExact ? rounded : exact(first).compareTo(exact(second));
  }

  private static BigInteger exact(Number integer) {
    return integer instanceof BigInteger large ? large : BigInteger.valueOf(integer.longValue());
  }
}
