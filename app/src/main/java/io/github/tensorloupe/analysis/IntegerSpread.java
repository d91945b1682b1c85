package io.github.tensorloupe.analysis;

import java.math.BigInteger;

/// What a second reading of wide integers yields, once their range is known: how they are spread
/// over the bins and about their mean. Not thread-safe; spreads of two threads are merged.
final class IntegerSpread {

  private final long min;
  private final double meanOffset;
  private final double binsPerUnit;

  /// For each bin the least distance from `min` in it, unsigned.
  private final long[] beginByBin = new long[BinEdges.BINS];

  private final long[] counts = new long[BinEdges.BINS];
  private final CompensatedSum deviations = new CompensatedSum();
  private final CompensatedSum squares = new CompensatedSum();

  /// @param min the smallest number
  /// @param max the largest, not equal to `min`; the distance may leave 63 bits
  /// @param meanOffset nearly the distance of the mean from `min`
  IntegerSpread(long min, long max, double meanOffset) {
    this.min = min;
    this.meanOffset = meanOffset;
    binsPerUnit = BinEdges.BINS / toDouble(max - min);
    BigInteger range = BigInteger.valueOf(max).subtract(BigInteger.valueOf(min));
    BigInteger roundUp = BigInteger.valueOf(BinEdges.BINS - 1);
    for (int bin = 0; bin < beginByBin.length; bin++) {
      BigInteger share = range.multiply(BigInteger.valueOf(bin));
      beginByBin[bin] = share.add(roundUp).divide(BigInteger.valueOf(BinEdges.BINS)).longValue();
    }
  }

  /// Adds the first `count` numbers of an array.
  void add(long[] values, int count) {
    double sum = 0;
    double squareSum = 0;
    for (int i = 0; i < count; i++) {
      long offset = values[i] - min;
      double distance = toDouble(offset);
      counts[bin(offset, (int) (distance * binsPerUnit))]++;
      double deviation = distance - meanOffset;
      sum += deviation;
      squareSum += deviation * deviation;
    }
    deviations.add(sum);
    squares.add(squareSum);
  }

  /// The bin of a number by its distance from `min`. The guess is at most a rounding away.
  private int bin(long offset, int guess) {
    int bin = Math.min(guess, BinEdges.BINS - 1);
    while (Long.compareUnsigned(offset, beginByBin[bin]) < 0) {
      bin--;
    }
    while (bin < BinEdges.BINS - 1 && Long.compareUnsigned(offset, beginByBin[bin + 1]) >= 0) {
      bin++;
    }
    return bin;
  }

  private static double toDouble(long unsigned) {
    return unsigned >= 0 ? unsigned : 2.0 * (unsigned >>> 1 | unsigned & 1);
  }

  /// Adds what another spread over the same range has seen behind this one.
  void merge(IntegerSpread other) {
    deviations.merge(other.deviations);
    squares.merge(other.squares);
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  long[] counts() {
    return counts.clone();
  }

  double standardDeviation(long count) {
    return Deviations.standard(deviations.total(), squares.total(), count);
  }
}
