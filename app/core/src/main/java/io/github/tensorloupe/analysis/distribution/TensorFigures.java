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

  /// The largest magnitude; NaN where no value is finite.
  public double absoluteMax() {
    return Math.max(Math.abs(min), Math.abs(max));
  }
}
