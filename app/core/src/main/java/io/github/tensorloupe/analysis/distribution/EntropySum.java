package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// Adds up the entropy of values that come in classes. Not thread-safe.
final class EntropySum {

  private static final double BITS_PER_NAT = 1 / Math.log(2);

  /// For tensors in which a value of up to so many comes but once, counts of single values tell
  /// nothing of their distribution.
  private static final int MEANINGFUL_RECURRENCE = 16;

  private static final int SMALL_COUNTS = 1 << 10;
  private static final double[] OF_SMALL_COUNTS = ofSmallCounts();

  private long total;
  private double bits;
  private boolean isExact = true;

  private static double[] ofSmallCounts() {
    double[] bits = new double[SMALL_COUNTS];
    for (int count = 2; count < SMALL_COUNTS; count++) {
      bits[count] = log(count, count);
    }
    return bits;
  }

  /// `count · log₂ value`.
  private static double log(long count, double value) {
    return count * Math.log(value) * BITS_PER_NAT;
  }

  private static double ofCount(long count) {
    return count < SMALL_COUNTS ? OF_SMALL_COUNTS[(int) count] : log(count, count);
  }

  /// Adds values that are all the same.
  void add(long count) {
    total += count;
    bits -= ofCount(count);
  }

  /// Adds values that may be any of some, all of which are as likely.
  ///
  /// @param width how many values there may be, unsigned; 0 stands for 2⁶⁴
  private void add(long count, long width) {
    add(count);
    if (width != 1) {
      isExact = false;
      bits += isPowerOfTwo(width) ? count * (double) exponent(width) : log(count, unsigned(width));
    }
  }

  /// True of 0 too, which stands for 2⁶⁴. Most buckets are that wide, and logarithms take long.
  private static boolean isPowerOfTwo(long width) {
    return (width & width - 1) == 0;
  }

  private static int exponent(long powerOfTwo) {
    return Long.numberOfTrailingZeros(powerOfTwo);
  }

  private static double unsigned(long value) {
    return value >= 0 ? value : (value >>> 1) * 2.0;
  }

  /// The entropy of everything that was added.
  ///
  /// @param partBits how wide one value is
  Entropy entropy(int partBits) {
    return Entropy.ofBits(bits + ofCount(total), total * partBits, isExact);
  }

  /// The entropy of values of more than 16 bits. What is not finite counts as three values.
  static Entropy of(ValueCounts counts, FiniteValues values) {
    EntropySum sum = new EntropySum();
    sum.add(counts.positiveInfinity());
    sum.add(counts.negativeInfinity());
    // Nobody has counted what the NaN carry.
    sum.isExact &= counts.nan() == 0;
    sum.add(counts.nan());
    FiniteValues told = meaningful(values, counts.finite());
    for (int cell = 0; cell < told.size(); cell++) {
      sum.add(told.count(cell), told.last(cell) - told.first(cell) + 1);
    }
    return sum.entropy(values.type().partBits());
  }

  private static FiniteValues meaningful(FiniteValues values, long count) {
    ElementType type = values.type();
    return values.size() <= count / MEANINGFUL_RECURRENCE
        ? values
        : FiniteValues.of(
            type, values.minRank(), values.maxRank(), values.cells().in(Buckets.of(type)));
  }
}
