package io.github.tensorloupe.analysis;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.analysis.distribution.ValueCounts;

/// The figures of one tensor. Counts are exact.
///
/// For `C64` every figure but `elementCount` is over the 2 · `elementCount` real and imaginary
/// parts.
///
/// @param elementCount logical elements: codes for sub-byte dtypes, pairs for `C64`
/// @param nanCount parts that are not a number
/// @param positiveInfinityCount parts that are +Infinity
/// @param negativeInfinityCount parts that are −Infinity
/// @param zeroCount parts that are zero, of either sign
/// @param subnormalCount parts that are not zero and below the smallest normal number of the dtype;
///   0 for integers, `BOOL` and `F8_E8M0`
/// @param entropy of all parts, also of those that are not finite
/// @param finite the figures over the finite values; empty where there is none
public record TensorStatistics(
    long elementCount,
    long nanCount,
    long positiveInfinityCount,
    long negativeInfinityCount,
    long zeroCount,
    long subnormalCount,
    Entropy entropy,
    Optional<Finite> finite) {

  /// The figures that a distribution gives.
  ///
  /// @param elementCount of the tensor that it is of
  public static TensorStatistics of(Distribution distribution, long elementCount) {
    ValueCounts counts = distribution.counts();
    return new TensorStatistics(
        elementCount,
        counts.nan(),
        counts.positiveInfinity(),
        counts.negativeInfinity(),
        counts.zero(),
        counts.subnormal(),
        distribution.entropy(),
        distribution.hasFinite() ? Optional.of(Finite.of(distribution)) : Optional.empty());
  }

  /// The probabilities whose quantiles are given.
  public static final List<Double> PROBABILITIES = List.of(0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99);

  /// The figures over the finite values of a tensor that has some.
  ///
  /// @param count how many finite values there are, at least 1
  /// @param min the smallest, exactly: a [Long] for integers, a [java.math.BigInteger] for `U64`,
  ///   else a [Double]; never −0
  /// @param max the largest, likewise
  /// @param mean the arithmetic mean
  /// @param standardDeviation of the population
  /// @param quantiles one for each of [#PROBABILITIES]: the ⌈p·n⌉-th smallest value, likewise
  /// @param quantilesExact true if the quantiles are values of the tensor; if not, they are within
  ///   1/256 of them, relatively
  /// @param histogram the values in 64 equal bins from `min` to `max`
  public record Finite(
      long count,
      Number min,
      Number max,
      double mean,
      double standardDeviation,
      List<Number> quantiles,
      boolean quantilesExact,
      Histogram histogram) {

    public Finite {
      if (count < 1 || quantiles.size() != PROBABILITIES.size()) {
        throw new IllegalArgumentException(count + " values, quantiles " + quantiles);
      }
      quantiles = List.copyOf(quantiles);
    }

    private static Finite of(Distribution distribution) {
      return new Finite(
          distribution.counts().finite(),
          distribution.min(),
          distribution.max(),
          distribution.mean(),
          distribution.standardDeviation(),
          PROBABILITIES.stream().map(distribution::quantile).toList(),
          PROBABILITIES.stream().allMatch(distribution::isQuantileExact),
          Histogram.of(distribution));
    }
  }

  /// Values counted in bins. Bins are half-open, the last is closed.
  ///
  /// @param edges ascending, one more than `counts`; where all values are equal, that value twice.
  ///   The first and the last are the smallest and the largest value exactly; those between are a
  ///   [Double], or for integers a [java.math.BigDecimal] where a double would not be exact
  /// @param counts how many values each bin holds
  /// @param exact true if each value was put into its bin by itself; if not, values near an inner
  ///   edge may be counted beside it
  public record Histogram(List<Number> edges, List<Long> counts, boolean exact) {

    private static final int BINS = 64;

    public Histogram {
      edges = List.copyOf(edges);
      counts = List.copyOf(counts);
      if (counts.isEmpty() || edges.size() != counts.size() + 1) {
        throw new IllegalArgumentException(edges.size() + " edges of " + counts.size() + " bins");
      }
    }

    private static Histogram of(Distribution distribution) {
      Number min = distribution.min();
      Number max = distribution.max();
      if (min.equals(max)) {
        return new Histogram(List.of(min, max), List.of(distribution.counts().finite()), true);
      }
      Bins bins =
          min instanceof Double
              ? Bins.linear(min.doubleValue(), max.doubleValue(), BINS)
              : Bins.ofIntegers(min, max, BINS);
      var histogram = distribution.histogram(bins);
      List<Number> edges = new ArrayList<>(List.of(min));
      for (int i = 1; i < BINS; i++) {
        edges.add(simplest(bins.edge(i), bins.exactEdge(i)));
      }
      edges.add(max);
      return new Histogram(
          edges, Arrays.stream(histogram.counts()).boxed().toList(), histogram.exact());
    }

    private static Number simplest(double rounded, BigDecimal exact) {
      return new BigDecimal(rounded).compareTo(exact) == 0 ? (Number) rounded : exact;
    }
  }

  /// The number of bits that an element would take if each value took as many as its frequency asks
  /// for; empty where there is none.
  public OptionalDouble entropyBits() {
    return elementCount == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(entropy.totalBits() / elementCount);
  }

  /// Parts that are not finite.
  public long nonFiniteCount() {
    return nanCount + positiveInfinityCount + negativeInfinityCount;
  }
}
