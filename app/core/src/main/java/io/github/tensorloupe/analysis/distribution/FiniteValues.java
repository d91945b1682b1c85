package io.github.tensorloupe.analysis.distribution;

import io.github.tensorloupe.element.ElementType;

/// The finite values of a distribution, by cells. Immutable.
///
/// @param type of the values
/// @param minRank the rank of the smallest value; of any where there is none
/// @param maxRank the rank of the largest
/// @param cells that hold the values
record FiniteValues(ElementType type, long minRank, long maxRank, Cells cells) {

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
}
