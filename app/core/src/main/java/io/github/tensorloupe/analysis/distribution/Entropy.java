package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;

/// The Shannon entropy of the values of a tensor (total, not per value): a lower bound for the size
/// of any encoding of individual values, without its code table. Underestimates the information in
/// small tensors, because the entropy of n values is at most n · log₂ n. Immutable.
///
/// @param totalUnits the entropy of all values in units of 1/65,536 bit, 0 or more; an integer, so
///   that sums do not depend on the order
/// @param storedBits the size of the values in the file in bits, 0 or more
/// @param isExact true if every bit pattern was counted individually; otherwise values were counted
///   by their leading bits, and the remaining bits are considered incompressible
public record Entropy(long totalUnits, long storedBits, boolean isExact) {

  private static final double UNITS_PER_BIT = 1 << 16;

  /// If distinct values occur less often than this on average, their frequencies do not describe
  /// the distribution, and the entropy is computed from buckets.
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

  Entropy plus(Entropy other) {
    return new Entropy(
        totalUnits + other.totalUnits, storedBits + other.storedBits, isExact && other.isExact);
  }

  /// Returns the entropy of values of more than 16 bits. NaN counts as one value.
  static Entropy of(ValueCounts counts, FiniteValues values) {
    Sum sum = new Sum();
    sum.add(counts.positiveInfinity());
    sum.add(counts.negativeInfinity());
    // NaN payloads are not distinguished.
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

    /// Adds values that are evenly distributed over a range.
    ///
    /// @param width the number of possible values, unsigned; 0 represents 2⁶⁴
    private void add(long count, long width) {
      add(count);
      if (width != 1) {
        isExact = false;
        // The width of most buckets is a power of two, for which no slow logarithm is needed.
        bits +=
            (width & width - 1) == 0
                ? count * (double) Long.numberOfTrailingZeros(width)
                : log(count, width >= 0 ? width : (width >>> 1) * 2.0);
      }
    }

    Entropy entropy(int partBits) {
      // The rounded sum may be slightly negative.
      double totalBits = Math.max(0, bits + ofCount(total));
      return new Entropy(Math.round(totalBits * UNITS_PER_BIT), total * partBits, isExact);
    }
  }
}
