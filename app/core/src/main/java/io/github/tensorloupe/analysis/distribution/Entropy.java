package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// The number of bits of the values of a tensor if each value is encoded individually with the bits
/// that its frequency requires, without the size of the code table. This is a lower bound for all
/// coders of single values. Immutable.
///
/// For a small number of values it is low, because it never exceeds the logarithm of this number
/// per value.
///
/// @param totalUnits bits of all values, in units of 1/65,536 bit, 0 or more; an integer, so that
///   sums do not depend on the order
/// @param storedBits bits of the values in the file, 0 or more
/// @param isExact true if every bit pattern was counted individually; otherwise values are known by
///   their leading bits, and the following bits are considered incompressible
public record Entropy(long totalUnits, long storedBits, boolean isExact) {

  private static final double UNITS_PER_BIT = 1 << 16;

  /// If the values of a tensor occur fewer times than this on average, counts of individual values
  /// do not describe their distribution.
  private static final int MIN_AVERAGE_RECURRENCE = 16;

  static final Entropy NONE = new Entropy(0, 0, true);

  public Entropy {
    if (totalUnits < 0 || storedBits < 0) {
      throw new IllegalArgumentException(totalUnits + " units of " + storedBits + " bits");
    }
  }

  public double totalBits() {
    return totalUnits / UNITS_PER_BIT;
  }

  /// Returns the entropy of these and other values, with separate frequencies.
  Entropy plus(Entropy other) {
    return new Entropy(
        totalUnits + other.totalUnits, storedBits + other.storedBits, isExact && other.isExact);
  }

  /// Returns the entropy of values of more than 16 bits. NaN and the two infinities count as one
  /// value each.
  static Entropy of(ValueCounts counts, FiniteValues values) {
    Sum sum = new Sum();
    sum.add(counts.positiveInfinity());
    sum.add(counts.negativeInfinity());
    // The payloads of NaN are not counted.
    sum.isExact &= counts.nan() == 0;
    sum.add(counts.nan());
    ElementType type = values.type();
    FiniteValues effectiveValues =
        values.size() <= counts.finite() / MIN_AVERAGE_RECURRENCE
            ? values
            : values.with(values.cells().in(Buckets.of(type)));
    for (int cell = 0; cell < effectiveValues.size(); cell++) {
      sum.add(
          effectiveValues.count(cell),
          effectiveValues.last(cell) - effectiveValues.first(cell) + 1);
    }
    return sum.entropy(type.partBits());
  }

  /// Adds up the entropy of classes of values. Not thread-safe.
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

    /// Adds values from a range in which all values are equally likely.
    ///
    /// @param width the number of values in the range, unsigned; 0 represents 2⁶⁴
    private void add(long count, long width) {
      add(count);
      if (width != 1) {
        isExact = false;
        // The width of most buckets is a power of two, and logarithms are slow.
        bits +=
            (width & width - 1) == 0
                ? count * (double) Long.numberOfTrailingZeros(width)
                : log(count, width >= 0 ? width : (width >>> 1) * 2.0);
      }
    }

    /// Returns the entropy of all added values.
    ///
    /// @param partBits the width of a value
    Entropy entropy(int partBits) {
      // The rounded sum may be slightly negative.
      double totalBits = Math.max(0, bits + ofCount(total));
      return new Entropy(Math.round(totalBits * UNITS_PER_BIT), total * partBits, isExact);
    }
  }
}
