package io.github.tensorloupe.analysis;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.ValueCounts;

/// The figures of one tensor, without the distribution that they are taken from.
///
/// For `C64` every figure but `elementCount` is over the 2 · `elementCount` real and imaginary
/// parts.
///
/// @param elementCount logical elements: codes for sub-byte dtypes, pairs for `C64`
/// @param entropy of all parts, also of those that are not finite
/// @param finite the figures over the finite values; empty where there is none
public record TensorStatistics(
    long elementCount, ValueCounts counts, Entropy entropy, Optional<Finite> finite) {

  /// The probabilities whose quantiles are given.
  public static final List<Double> PROBABILITIES = List.of(0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99);

  private static final int BINS = 64;

  /// The figures over the finite values of a tensor that has some.
  ///
  /// @param min the smallest, exactly: a [Long] for integers, a [java.math.BigInteger] for `U64`,
  ///   else a [Double]; never −0
  /// @param max the largest, likewise
  /// @param quantiles one for each of [#PROBABILITIES]: the ⌈p·n⌉-th smallest value, likewise
  /// @param quantilesExact true if the quantiles are values of the tensor; if not, they are within
  ///   1/256 of them, relatively
  /// @param histogram the values in 64 equal bins from `min` to `max`
  public record Finite(
      Number min,
      Number max,
      double mean,
      double standardDeviation,
      List<Number> quantiles,
      boolean quantilesExact,
      Histogram histogram) {

    private static Finite of(Distribution distribution) {
      Number min = distribution.min();
      Number max = distribution.max();
      return new Finite(
          min,
          max,
          distribution.mean(),
          distribution.standardDeviation(),
          PROBABILITIES.stream().map(distribution::quantile).toList(),
          distribution.isExact() || PROBABILITIES.stream().allMatch(distribution::isQuantileExact),
          distribution.histogram(Bins.between(min, max, BINS)));
    }

    /// Appends the edges of the histogram, with commas between them: the first and the last are the
    /// smallest and the largest value exactly, those between as by [Bins#append]. As numbers they
    /// would take longer to make than to write.
    public void appendEdges(StringBuilder text) {
      Bins bins = histogram.bins();
      text.append(min);
      for (int i = 1; i < bins.count(); i++) {
        bins.append(i, text.append(','));
      }
      text.append(',').append(max);
    }
  }

  /// The figures that a distribution gives.
  ///
  /// @param elementCount of the tensor that it is of
  public static TensorStatistics of(Distribution distribution, long elementCount) {
    return new TensorStatistics(
        elementCount,
        distribution.counts(),
        distribution.entropy(),
        distribution.hasFinite() ? Optional.of(Finite.of(distribution)) : Optional.empty());
  }

  /// The number of bits that an element would take if each value took as many as its frequency asks
  /// for; empty where there is none.
  public OptionalDouble entropyBits() {
    return elementCount == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(entropy.totalBits() / elementCount);
  }
}
