package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The finite values of a distribution, counted in cells. Immutable.
///
/// @param minRank the rank of the smallest value; like `maxRank` unspecified if `cells` is empty
record FiniteValues(ElementType type, long minRank, long maxRank, Cells cells) {

  /// The element type for a mix of dtypes.
  static final ElementType DOUBLES = ElementType.of(Dtype.F64);

  /// Creates finite values. If all are equal, replaces their bucket with a cell for this value.
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

  long first(int cell) {
    long first = cells.first(cell);
    return Long.compareUnsigned(first, minRank) < 0 ? minRank : first;
  }

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

  /// Returns the index of the cell that contains the `order`-th smallest value, counting from 1.
  int cellOf(long order) {
    int cell = 0;
    for (long countSoFar = count(0); countSoFar < order; countSoFar += count(cell)) {
      cell++;
    }
    return cell;
  }

  /// Returns the value of a cell, or an approximation with a relative error of at most 1/256 if the
  /// cell may contain different values.
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
    // The harmonic mean, computed so that only the last step can overflow.
    double mean = begin / (1 + begin / value(cells.last(cell))) * 2;
    return Math.clamp(Double.isInfinite(mean) ? begin : mean, value(minRank), value(maxRank));
  }

  Number numberAt(long rank) {
    return type.toNumber(type.codeAtRank(rank));
  }

  /// Returns the value with the given rank; for integers beyond 2⁵³, the nearest double.
  double value(long rank) {
    return type.toDouble(type.codeAtRank(rank));
  }

  /// Returns these values as `F64`, so that values of different dtypes can be added.
  FiniteValues asDoubles() {
    if (type == DOUBLES || size() == 0) {
      return this;
    }
    boolean areDoubles = areDoubles();
    Buckets buckets = areDoubles ? Buckets.SINGLE : Buckets.of(DOUBLES);
    Cells typed = areDoubles ? cells : cells.in(Buckets.of(type));
    Cells.Builder doubles = new Cells.Builder(buckets);
    for (int i = 0; i < typed.size(); i++) {
      // The end nearest to zero has few significant bits, so that the bucket of doubles that
      // contains it also contains the rest of this bucket.
      double first = value(typed.first(i));
      double inner = first < 0 ? value(typed.last(i)) : first;
      doubles.add(buckets.key(doubleRank(inner)), typed.count(i));
    }
    return new FiniteValues(
        DOUBLES, doubleRank(value(minRank)), doubleRank(value(maxRank)), doubles.cells());
  }

  private boolean areDoubles() {
    boolean areExact = cells.buckets() == Buckets.SINGLE;
    if (type.isInteger() && type.partBits() == Long.SIZE) {
      for (int i = 0; areExact && i < size(); i++) {
        BigDecimal exact = new BigDecimal(numberAt(first(i)).toString());
        areExact = new BigDecimal(value(first(i))).equals(exact);
      }
    }
    return areExact;
  }

  private static long doubleRank(double value) {
    return DOUBLES.rankOf(Double.doubleToRawLongBits(value));
  }
}
