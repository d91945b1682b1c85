package io.github.tensorloupe.analysis;

import java.util.Arrays;

/// What a second reading of wide floating-point numbers yields, once their range is known: how they
/// are spread over the bins and about their mean. Not thread-safe; spreads of two threads are
/// merged.
final class FloatSpread {

  private static final int LARGEST_SCALE_EXPONENT = 1000;

  private final double[] edges;

  /// The edges below and above each bin, the outer ones open: a file that is written to between two
  /// readings may hold anything.
  private final double[] lowerEdges;

  private final double[] upperEdges;
  private final long[] counts = new long[BinEdges.BINS];

  /// A power of two that brings the range near 1, so that no square overflows or vanishes.
  private final double scale;

  private final double scaledMin;
  private final double scaledMean;
  private final double binsPerScaledUnit;
  private final CompensatedSum deviations = new CompensatedSum();
  private final CompensatedSum squares = new CompensatedSum();

  /// @param min the smallest number
  /// @param max the largest, not equal to `min`
  /// @param mean nearly the mean
  FloatSpread(double min, double max, double mean) {
    edges = BinEdges.ofFloats(min, max);
    lowerEdges = Arrays.copyOfRange(edges, 0, BinEdges.BINS);
    lowerEdges[0] = Double.NEGATIVE_INFINITY;
    upperEdges = Arrays.copyOfRange(edges, 1, BinEdges.BINS + 1);
    upperEdges[BinEdges.BINS - 1] = Double.POSITIVE_INFINITY;
    int rangeExponent = Math.getExponent(max / 2 - min / 2) + 1;
    scale = Math.scalb(1.0, Math.min(-rangeExponent, LARGEST_SCALE_EXPONENT));
    scaledMin = min * scale;
    scaledMean = mean * scale - scaledMin;
    binsPerScaledUnit = BinEdges.BINS / (max * scale - scaledMin);
  }

  /// Adds the first `count` numbers of an array, those that are finite.
  void add(double[] values, int count) {
    double sum = 0;
    double squareSum = 0;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      if (Math.abs(value) <= Double.MAX_VALUE) {
        double offset = value * scale - scaledMin;
        counts[bin(value, (int) (offset * binsPerScaledUnit))]++;
        double deviation = offset - scaledMean;
        sum += deviation;
        squareSum += deviation * deviation;
      }
    }
    deviations.add(sum);
    squares.add(squareSum);
  }

  /// The bin of a value. The guess is at most a rounding away.
  private int bin(double value, int guess) {
    int bin = Math.clamp(guess, 0, BinEdges.BINS - 1);
    while (value < lowerEdges[bin]) {
      bin--;
    }
    while (value >= upperEdges[bin]) {
      bin++;
    }
    return bin;
  }

  /// Adds what another spread over the same range has seen behind this one.
  void merge(FloatSpread other) {
    deviations.merge(other.deviations);
    squares.merge(other.squares);
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  double[] edges() {
    return edges.clone();
  }

  long[] counts() {
    return counts.clone();
  }

  double standardDeviation(long count) {
    double scaled = Deviations.standard(deviations.total(), squares.total(), count);
    return Math.min(scaled / scale, Double.MAX_VALUE);
  }
}
