package io.github.tensorloupe.desktop.control.table;

import module java.base;

/// A row of a [LazyTree].
public interface LazyRow<R> {

  /// The maximum number of rows directly below a row, so that expanding a row is always fast.
  int MAX_CHILDREN = 1000;

  boolean hasChildren();

  /// Creates the rows below this one.
  List<R> children();

  /// Returns the rows for a range of indexes: one for each index, or one for each of up to
  /// [#MAX_CHILDREN] smaller ranges.
  ///
  /// @param row creates the row of an index
  /// @param range creates the row of a range from its begin and end
  static <R> List<R> rows(
      int begin, int end, IntFunction<R> row, BiFunction<Integer, Integer, R> range) {
    List<R> rows = new ArrayList<>();
    int step = 1;
    while ((end - begin - 1) / step >= MAX_CHILDREN) {
      step *= MAX_CHILDREN;
    }
    for (int i = begin; i < end; i += step) {
      rows.add(step == 1 ? row.apply(i) : range.apply(i, Math.min(end, i + step)));
    }
    return rows;
  }
}
