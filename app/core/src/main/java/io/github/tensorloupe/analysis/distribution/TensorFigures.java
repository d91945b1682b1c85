package io.github.tensorloupe.analysis.distribution;

/// The few figures of a tensor that many tensors are compared by, over its finite values.
///
/// @param counts of all its values
/// @param min NaN where no value is finite, as are those below
/// @param standardDeviation of the population
public record TensorFigures(
    ValueCounts counts,
    double min,
    double max,
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
        Math.min(min, other.min),
        Math.max(max, other.max),
        here * mean + there * other.mean,
        Math.hypot(spread, apart),
        Math.hypot(Math.sqrt(here) * rootMeanSquare, Math.sqrt(there) * other.rootMeanSquare));
  }

  /// The largest magnitude; NaN where no value is finite.
  public double absoluteMax() {
    return Math.max(Math.abs(min), Math.abs(max));
  }
}
