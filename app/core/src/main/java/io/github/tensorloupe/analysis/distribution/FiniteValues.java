package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The finite values of a distribution, by cells. Immutable.
///
/// @param minRank the rank of the smallest value; of any where there is none
/// @param maxRank the rank of the largest
record FiniteValues(ElementType type, long minRank, long maxRank, Cells cells) {

  /// The type to which values of several dtypes are added up.
  static final ElementType DOUBLES = ElementType.of(Dtype.F64);

  /// The values in these cells; if they are all equal, they are known by themselves.
  static FiniteValues of(ElementType type, long minRank, long maxRank, Cells cells) {
    if (cells.size() != 1 || minRank != maxRank) {
      return new FiniteValues(type, minRank, maxRank, cells);
    }
    Cells.Builder single = new Cells.Builder(Buckets.SINGLE);
    single.add(minRank, cells.count(0));
    return new FiniteValues(type, minRank, maxRank, single.cells());
  }

  FiniteValues with(Cells others) {
    return of(type, minRank, maxRank, others);
  }

  int size() {
    return cells.size();
  }

  long count(int cell) {
    return cells.count(cell);
  }

  /// The lowest rank that a value in a cell can have.
  long first(int cell) {
    long first = cells.first(cell);
    return Long.compareUnsigned(first, minRank) < 0 ? minRank : first;
  }

  /// The highest rank that a value in a cell can have.
  long last(int cell) {
    long last = cells.last(cell);
    return Long.compareUnsigned(last, maxRank) > 0 ? maxRank : last;
  }

  boolean isSingle(int cell) {
    return first(cell) == last(cell);
  }

  boolean areExact() {
    return cells.buckets() == Buckets.SINGLE || IntStream.range(0, size()).allMatch(this::isSingle);
  }

  /// The cell that holds the value of an order.
  ///
  /// @param order from 1, the smallest value, to how many there are
  int cellOf(long order) {
    int cell = 0;
    for (long seen = count(0); seen < order; seen += count(cell)) {
      cell++;
    }
    return cell;
  }

  /// The value in a cell, or one that is within 1/256 of all in it.
  Number number(int cell) {
    long first = first(cell);
    long last = last(cell);
    if (first == last) {
      return numberAt(first);
    }
    if (type.isInteger()) {
      return numberAt(first + (last - first + 1 >>> 1));
    }
    double begin = value(cells.first(cell));
    // The harmonic mean, written so that nothing overflows before the last step.
    double mean = begin / (1 + begin / value(cells.last(cell))) * 2;
    return Math.clamp(Double.isInfinite(mean) ? begin : mean, value(minRank), value(maxRank));
  }

  Number numberAt(long rank) {
    return type.toNumber(type.codeAtRank(rank));
  }

  /// The value of a rank, for integers beyond 2⁵³ the nearest double.
  double value(long rank) {
    return type.toDouble(type.codeAtRank(rank));
  }

  /// These as values of `F64`, to be added to values of other dtypes.
  FiniteValues asDoubles() {
    if (type == DOUBLES || size() == 0) {
      return this;
    }
    boolean areDoubles = areDoubles();
    Buckets buckets = areDoubles ? Buckets.SINGLE : Buckets.of(DOUBLES);
    Cells own = areDoubles ? cells : cells.in(Buckets.of(type));
    Cells.Builder doubles = new Cells.Builder(buckets);
    for (int i = 0; i < own.size(); i++) {
      // Of each bucket the end next to zero has few digits and lies in the same bucket of doubles.
      double first = value(own.first(i));
      double inner = first < 0 ? value(own.last(i)) : first;
      doubles.add(buckets.key(doubleRank(inner)), own.count(i));
    }
    long doubleMin = doubleRank(value(minRank));
    return new FiniteValues(DOUBLES, doubleMin, doubleRank(value(maxRank)), doubles.cells());
  }

  private boolean areDoubles() {
    boolean areNarrow = !type.isInteger() || type.partBits() < Long.SIZE;
    return cells.buckets() == Buckets.SINGLE
        && (areNarrow
            || IntStream.range(0, size())
                .mapToLong(this::first)
                .allMatch(
                    rank ->
                        new BigDecimal(value(rank))
                            .equals(new BigDecimal(numberAt(rank).toString()))));
  }

  private static long doubleRank(double value) {
    return DOUBLES.rankOf(Double.doubleToRawLongBits(value));
  }
}
