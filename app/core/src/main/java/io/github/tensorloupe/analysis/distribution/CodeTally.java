package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Builds the distribution of individually known values.
final class CodeTally {

  private final ElementType type;
  private final Cells.Builder cells = new Cells.Builder(Buckets.SINGLE);
  private final MomentSums moments = new MomentSums();
  private final Entropy.Sum codes = new Entropy.Sum();
  private final long zeroRank;
  private final int unusedBits;
  private final boolean signed;
  private final long[] countByClass = new long[ElementClass.values().length];

  CodeTally(ElementType type) {
    this.type = type;
    zeroRank = type.rankOf(0);
    unusedBits = Long.SIZE - type.partBits();
    signed = type.dtype().kind() == Dtype.Kind.SIGNED;
  }

  /// Adds `count` occurrences of the code of a rank. Ranks must ascend.
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
      moments.add(Math.abs(value), 0, value < 0, count);
    } else {
      moments.add(code, 0, false, count);
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
    FiniteValues values = FiniteValues.of(type, min, max, known);
    Entropy entropy =
        type.partBits() > Short.SIZE ? Entropy.of(counts, values) : codes.entropy(type.partBits());
    return new Distribution(counts, values, moments.moments(), entropy);
  }

  private long count(ElementClass elementClass) {
    return countByClass[elementClass.ordinal()];
  }

  /// Adds up numbers and their squares exactly. Fast if consecutive numbers have the same exponent,
  /// as in ascending order. Not thread-safe.
  static final class MomentSums {

    private static final int FRACTION_BITS = Double.PRECISION - 1;

    private Moments settled = Moments.NONE;

    /// The exponent of the unit, a power of two, of the numbers added since the last call of
    /// [#moments].
    private int exponent;

    private final WideSum magnitudes = new WideSum();
    private final WideSum negativeMagnitudes = new WideSum();
    private final WideSum squares = new WideSum();

    /// Adds a finite double `count` times, up to 2⁴⁰ times over all calls.
    void add(double value, long count) {
      int unit = Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - FRACTION_BITS;
      long bits = Double.doubleToRawLongBits(value);
      long hidden = Math.abs(value) < Double.MIN_NORMAL ? 0 : 1L << FRACTION_BITS;
      add(bits & (1L << FRACTION_BITS) - 1 | hidden, unit, bits < 0, count);
    }

    /// Adds a number `count` times.
    ///
    /// @param magnitude unsigned, in units of 2^unit
    void add(long magnitude, int unit, boolean negative, long count) {
      if (magnitude == 0) {
        return;
      }
      if (unit != exponent) {
        moments();
        exponent = unit;
      }
      (negative ? negativeMagnitudes : magnitudes).addProduct(magnitude, count);
      squares.addSquareProduct(magnitude, count);
    }

    /// Returns the sums so far. Numbers can be added afterwards.
    Moments moments() {
      BigInteger sum = magnitudes.take().subtract(negativeMagnitudes.take());
      settled = settled.plus(new Moments(sum, squares.take(), exponent));
      return settled;
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

      /// Returns the sum and resets it to 0.
      BigInteger take() {
        if ((low | middle | high) == 0) {
          return BigInteger.ZERO;
        }
        ByteBuffer bytes = ByteBuffer.allocate(3 * Long.BYTES);
        bytes.putLong(high).putLong(middle).putLong(low);
        low = 0;
        middle = 0;
        high = 0;
        return new BigInteger(1, bytes.array());
      }
    }
  }
}
