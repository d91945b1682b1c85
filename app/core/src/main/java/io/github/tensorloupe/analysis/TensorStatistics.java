package io.github.tensorloupe.analysis;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.ValueCounts;

/// The statistics of one tensor, without the underlying distribution.
///
/// For `C64`, all statistics except `elementCount` are over the 2 · `elementCount` real and
/// imaginary parts.
///
/// @param elementCount the number of elements: codes for sub-byte dtypes, pairs for `C64`
/// @param entropy the entropy of all values, including non-finite values
/// @param finite the statistics of the finite values, or empty if the tensor has none
public record TensorStatistics(
    long elementCount, ValueCounts counts, Entropy entropy, Optional<Finite> finite) {

  public static final List<Double> PROBABILITIES = List.of(0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99);

  private static final int BINS = 64;

  /// The statistics of the finite values of a tensor that has at least one.
  ///
  /// @param min the smallest value, exact: a [Long] for integers, a [java.math.BigInteger] for
  ///   `U64`, otherwise a [Double]; never −0
  /// @param max the largest value, of the same type
  /// @param quantiles the ⌈p·n⌉-th smallest value for each p of [#PROBABILITIES], of the same type
  /// @param quantilesExact true if the quantiles are values of the tensor; otherwise their relative
  ///   error is at most 1/256
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

    /// Appends the edges of the histogram, separated by commas. Creates no number objects, because
    /// boxing would take longer than formatting.
    public void appendEdges(StringBuilder text) {
      Bins bins = histogram.bins();
      text.append(min);
      for (int i = 1; i < bins.count(); i++) {
        bins.append(i, text.append(','));
      }
      text.append(',').append(max);
    }
  }

  public static TensorStatistics of(Distribution distribution, long elementCount) {
    return new TensorStatistics(
        elementCount,
        distribution.counts(),
        distribution.entropy(),
        distribution.hasFinite() ? Optional.of(Finite.of(distribution)) : Optional.empty());
  }

  /// Returns the entropy per element in bits, or empty if the tensor has no elements.
  public OptionalDouble entropyBits() {
    return elementCount == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(entropy.totalBits() / elementCount);
  }
}
