package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The finite values of a distribution, by cells. Immutable.
///
/// @param type of the values
/// @param minRank the rank of the smallest value; of any where there is none
/// @param maxRank the rank of the largest
/// @param cells that hold the values
record FiniteValues(ElementType type, long minRank, long maxRank, Cells cells) {

  /// The type to which values of several dtypes are added up.
  static final ElementType DOUBLES = ElementType.of(Dtype.F64);

  /// The values in these cells; if they are all equal, they are known by themselves.
  static FiniteValues of(ElementType type, long minRank, long maxRank, Cells cells) {
    if (cells.size() != 1 || minRank != maxRank) {
      return new FiniteValues(type, minRank, maxRank, cells);
    }
    Cells.Builder single = new Cells.Builder(Buckets.SINGLE, 1);
    single.add(minRank, cells.count(0));
    return new FiniteValues(type, minRank, maxRank, single.cells());
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
    if (cells.buckets() == Buckets.SINGLE) {
      return true;
    }
    for (int cell = 0; cell < size(); cell++) {
      if (!isSingle(cell)) {
        return false;
      }
    }
    return true;
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

  Number min() {
    return numberAt(minRank);
  }

  Number max() {
    return numberAt(maxRank);
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
    return harmonicMean(value(cells.first(cell)), value(cells.last(cell)));
  }

  private double harmonicMean(double first, double last) {
    // Written so that nothing overflows.
    double mean = first / (1 + first / last) * 2;
    if (Double.isInfinite(mean)) {
      mean = first;
    }
    return Math.clamp(mean, value(minRank), value(maxRank));
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
    return type == DOUBLES || size() == 0
        ? this
        : new FiniteValues(
            DOUBLES,
            doubleRank(value(minRank)),
            doubleRank(value(maxRank)),
            areDoubles() ? singleDoubles() : bucketsOfDoubles());
  }

  /// True if each value is known and is a double.
  private boolean areDoubles() {
    if (cells.buckets() != Buckets.SINGLE) {
      return false;
    }
    if (!type.isInteger() || type.partBits() < Long.SIZE) {
      return true;
    }
    return IntStream.range(0, size())
        .mapToLong(this::first)
        .allMatch(
            rank ->
                new BigDecimal(numberAt(rank).toString()).compareTo(new BigDecimal(value(rank)))
                    == 0);
  }

  private Cells singleDoubles() {
    Cells.Builder doubles = new Cells.Builder(Buckets.SINGLE, size());
    for (int i = 0; i < size(); i++) {
      doubles.add(doubleRank(value(first(i))), count(i));
    }
    return doubles.cells();
  }

  /// Of each bucket the end next to zero has few digits and lies in the same bucket of doubles.
  private Cells bucketsOfDoubles() {
    Buckets buckets = Buckets.of(DOUBLES);
    Cells own = cells.in(Buckets.of(type));
    Cells.Builder doubles = new Cells.Builder(buckets, own.size());
    for (int i = 0; i < own.size(); i++) {
      double first = value(own.first(i));
      double inner = first < 0 ? value(own.last(i)) : first;
      doubles.add(buckets.key(doubleRank(inner)), own.count(i));
    }
    return doubles.cells();
  }

  private static long doubleRank(double value) {
    return DOUBLES.rankOf(Double.doubleToRawLongBits(value));
  }
}
