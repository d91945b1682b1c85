package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.distribution.DoubleCounts.Doubles;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Makes the distribution of values that are known one by one.
final class CodeTally {

  private final ElementType type;
  private final Cells.Builder cells;
  private final MomentSums moments;
  private final Entropy.Sum codes = new Entropy.Sum();
  private final long zeroRank;
  private final int unusedBits;
  private final boolean signed;
  private final long[] countByClass = new long[ElementClass.values().length];

  /// @param distinctCount how many different codes are expected
  CodeTally(ElementType type, int distinctCount) {
    this.type = type;
    cells = new Cells.Builder(Buckets.SINGLE, distinctCount);
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
    ElementClass elementClass = type.classify(code);
    countByClass[elementClass.ordinal()] += count;
    if (elementClass == ElementClass.ZERO) {
      cells.add(zeroRank, count);
    } else if (elementClass.isFinite()) {
      addFinite(rank, code, count);
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
    long zero = count(ElementClass.ZERO);
    long subnormal = count(ElementClass.SUBNORMAL);
    long finite = count(ElementClass.NORMAL) + zero + subnormal;
    ValueCounts counts =
        new ValueCounts(
            finite,
            count(ElementClass.NAN),
            count(ElementClass.POSITIVE_INFINITY),
            count(ElementClass.NEGATIVE_INFINITY),
            zero,
            subnormal);
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

  private long count(ElementClass elementClass) {
    return countByClass[elementClass.ordinal()];
  }

  /// Adds up numbers and their squares exactly. Quick as long as numbers with the same exponent
  /// follow each other, as those in ascending order do. Not thread-safe.
  static final class MomentSums {

    private final int unitExponent;
    private BigInteger sum = BigInteger.ZERO;
    private BigInteger squareSum = BigInteger.ZERO;

    /// The unit of the numbers added since the last settling, as an exponent of two.
    private int exponent;

    private final WideSum magnitudes = new WideSum();
    private final WideSum negativeMagnitudes = new WideSum();
    private final WideSum squares = new WideSum();

    /// @param unitExponent of a power of two that all numbers are multiples of
    MomentSums(int unitExponent) {
      this.unitExponent = unitExponent;
      exponent = unitExponent;
    }

    /// Adds a finite double some times, up to 2⁴⁰ times over all calls.
    void add(double value, long count) {
      long bits = Double.doubleToRawLongBits(value);
      add(Doubles.significand(bits), Doubles.exponent(bits), bits < 0, count);
    }

    /// Adds an integer some times.
    ///
    /// @param magnitude unsigned
    void add(long magnitude, boolean negative, long count) {
      add(magnitude, 0, negative, count);
    }

    private void add(long magnitude, int magnitudeExponent, boolean negative, long count) {
      if (magnitude == 0) {
        return;
      }
      if (magnitudeExponent != exponent) {
        settle();
        exponent = magnitudeExponent;
      }
      (negative ? negativeMagnitudes : magnitudes).addProduct(magnitude, count);
      squares.addSquareProduct(magnitude, count);
    }

    private void settle() {
      int shift = exponent - unitExponent;
      // A negative shift cuts off zeros only.
      sum = sum.add(magnitudes.take().subtract(negativeMagnitudes.take()).shiftLeft(shift));
      squareSum = squareSum.add(squares.take().shiftLeft(2 * shift));
    }

    void merge(MomentSums other) {
      other.settle();
      sum = sum.add(other.sum);
      squareSum = squareSum.add(other.squareSum);
    }

    Moments moments() {
      settle();
      return new Moments(sum, squareSum, unitExponent);
    }

    /// An unsigned sum of 192 bits. Not thread-safe.
    static final class WideSum {

      private long low;
      private long middle;
      private long high;

      /// Adds `factor · count`, both unsigned.
      void addProduct(long factor, long count) {
        add(factor * count, Math.unsignedMultiplyHigh(factor, count), 0);
      }

      /// Adds `factor² · count`, both unsigned.
      void addSquareProduct(long factor, long count) {
        long squareLow = factor * factor;
        long squareHigh = Math.unsignedMultiplyHigh(factor, factor);
        add(squareLow * count, Math.unsignedMultiplyHigh(squareLow, count), 0);
        add(0, squareHigh * count, Math.unsignedMultiplyHigh(squareHigh, count));
      }

      private void add(long addedLow, long addedMiddle, long addedHigh) {
        low += addedLow;
        long carry = Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0;
        middle += addedMiddle;
        high += addedHigh + (Long.compareUnsigned(middle, addedMiddle) < 0 ? 1 : 0);
        middle += carry;
        high += carry != 0 && middle == 0 ? 1 : 0;
      }

      /// The sum so far; begins anew with 0.
      BigInteger take() {
        if ((low | middle | high) == 0) {
          return BigInteger.ZERO;
        }
        BigInteger total = unsigned(high).shiftLeft(64).add(unsigned(middle)).shiftLeft(64);
        total = total.add(unsigned(low));
        low = 0;
        middle = 0;
        high = 0;
        return total;
      }

      private static BigInteger unsigned(long value) {
        BigInteger lower = BigInteger.valueOf(value & Long.MAX_VALUE);
        return value < 0 ? lower.setBit(Long.SIZE - 1) : lower;
      }
    }
  }
}
