package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Makes the distribution of values that are known one by one.
final class CodeTally {

  private final ElementType type;
  private final Cells.Builder cells;
  private final MomentSums moments;
  private final EntropySum codes = new EntropySum();
  private final long zeroRank;
  private final int unusedBits;
  private final boolean signed;
  private long normal;
  private long nan;
  private long positiveInfinity;
  private long negativeInfinity;
  private long zero;
  private long subnormal;

  /// @param distinctCount how many different codes are expected
  CodeTally(ElementType type, int distinctCount) {
    this.type = type;
    cells = new Cells.Builder(SingleValues.BUCKETS, distinctCount);
    moments = new MomentSums(unitExponent(type));
    zeroRank = type.rankOf(0);
    unusedBits = Long.SIZE - type.partBits();
    signed = type.dtype().kind() == Dtype.Kind.SIGNED;
  }

  /// The exponent of a power of two that all finite values are multiples of.
  private static int unitExponent(ElementType type) {
    if (type.isInteger()) {
      return 0;
    }
    if (type.partBits() == Double.SIZE) {
      return Doubles.LOWEST_EXPONENT;
    }
    double zero = type.toDouble(0);
    return Math.getExponent(zero == 0 ? type.toDouble(1) : zero);
  }

  /// Adds the code of a rank some times; ranks come in ascending order.
  void add(long rank, long count) {
    long code = type.codeAtRank(rank);
    codes.add(count);
    switch (type.classify(code)) {
      case NAN -> nan += count;
      case POSITIVE_INFINITY -> positiveInfinity += count;
      case NEGATIVE_INFINITY -> negativeInfinity += count;
      case ZERO -> {
        zero += count;
        cells.add(zeroRank, count);
      }
      case SUBNORMAL -> {
        subnormal += count;
        addFinite(rank, code, count);
      }
      case NORMAL -> {
        normal += count;
        addFinite(rank, code, count);
      }
    }
  }

  private void addFinite(long rank, long code, long count) {
    cells.add(rank, count);
    if (!type.isInteger()) {
      moments.add(type.toDouble(code), count);
    } else if (signed) {
      long value = code << unusedBits >> unusedBits;
      moments.add(Math.abs(value), value < 0, count);
    } else {
      moments.add(code, false, count);
    }
  }

  Distribution distribution() {
    Cells known = cells.cells();
    long finite = normal + zero + subnormal;
    ValueCounts counts =
        new ValueCounts(finite, nan, positiveInfinity, negativeInfinity, zero, subnormal);
    long min = finite == 0 ? 0 : known.first(0);
    long max = finite == 0 ? 0 : known.last(known.size() - 1);
    return type.partBits() > Short.SIZE
        ? new Distribution(type, counts, min, max, moments.moments(), known)
        : new Distribution(
            counts,
            FiniteValues.of(type, min, max, known),
            moments.moments(),
            codes.entropy(type.partBits()));
  }
}
