package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// The number of bits that the values of a tensor would take if each took as many as its frequency
/// asks for, by itself and without a word on which value means what: what no coder of single values
/// gets below. Immutable.
///
/// Of few values it is low for want of values: never more than the logarithm of their number.
///
/// @param totalUnits bits of all values, in 1/65,536 of a bit, 0 or more: integers add up to the
///   same whatever their order
/// @param storedBits bits that the values take in the file, 0 or more
/// @param isExact true if every bit pattern was counted by itself; if not, values are known by
///   their leading bits, and the bits behind are taken as beyond any coder
public record Entropy(long totalUnits, long storedBits, boolean isExact) {

  private static final double UNITS_PER_BIT = 1 << 16;

  /// For tensors in which a value of up to so many comes but once, counts of single values tell
  /// nothing of their distribution.
  private static final int MEANINGFUL_RECURRENCE = 16;

  static final Entropy NONE = new Entropy(0, 0, true);

  public Entropy {
    if (totalUnits < 0 || storedBits < 0) {
      throw new IllegalArgumentException(totalUnits + " units of " + storedBits + " bits");
    }
  }

  public double totalBits() {
    return totalUnits / UNITS_PER_BIT;
  }

  /// Of these values and others, each with its own frequencies.
  Entropy plus(Entropy other) {
    return new Entropy(
        totalUnits + other.totalUnits, storedBits + other.storedBits, isExact && other.isExact);
  }

  /// The entropy of values of more than 16 bits. What is not finite counts as three values.
  static Entropy of(ValueCounts counts, FiniteValues values) {
    Sum sum = new Sum();
    sum.add(counts.positiveInfinity());
    sum.add(counts.negativeInfinity());
    // The payloads of NaN are not counted.
    sum.isExact &= counts.nan() == 0;
    sum.add(counts.nan());
    ElementType type = values.type();
    FiniteValues told =
        values.size() <= counts.finite() / MEANINGFUL_RECURRENCE
            ? values
            : values.with(values.cells().in(Buckets.of(type)));
    for (int cell = 0; cell < told.size(); cell++) {
      sum.add(told.count(cell), told.last(cell) - told.first(cell) + 1);
    }
    return sum.entropy(type.partBits());
  }

  /// Adds up the entropy of values that come in classes. Not thread-safe.
  static final class Sum {

    private static final double BITS_PER_NAT = 1 / Math.log(2);

    private static final int SMALL_COUNTS = 1 << 10;
    private static final double[] OF_SMALL_COUNTS =
        IntStream.range(0, SMALL_COUNTS).mapToDouble(i -> log(i, Math.max(1, i))).toArray();

    private long total;
    private double bits;
    private boolean isExact = true;

    private static double log(long count, double value) {
      return count * Math.log(value) * BITS_PER_NAT;
    }

    private static double ofCount(long count) {
      return count < SMALL_COUNTS ? OF_SMALL_COUNTS[(int) count] : log(count, count);
    }

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
        // Most buckets are as wide as a power of two, and logarithms take long.
        bits +=
            (width & width - 1) == 0
                ? count * (double) Long.numberOfTrailingZeros(width)
                : log(count, width >= 0 ? width : (width >>> 1) * 2.0);
      }
    }

    /// The entropy of everything that was added.
    ///
    /// @param partBits how wide one value is
    Entropy entropy(int partBits) {
      // Rounding may leave a little less than 0.
      double totalBits = Math.max(0, bits + ofCount(total));
      return new Entropy(Math.round(totalBits * UNITS_PER_BIT), total * partBits, isExact);
    }
  }
}
