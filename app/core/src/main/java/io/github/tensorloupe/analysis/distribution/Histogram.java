package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.distribution.RangeFigures.Known;

/// A histogram of finite values.
///
/// @param counts the number of values in each bin; must not be modified
/// @param below the number of finite values below the first bin
/// @param above the number of finite values above the last bin
/// @param exact true if every value was assigned to its bin individually
public record Histogram(Bins bins, long[] counts, long below, long above, boolean exact) {

  static final class BinCounts {

    /// Integers of smaller magnitude are exact as doubles.
    private static final double EXACT_INTEGERS = 0x1p53;

    private final FiniteValues values;
    private final Bins bins;

    /// The number of values before each cell.
    private final long[] before;

    // Most searches are in ascending order, and begin at the result of the previous one: the first
    // cell that is not entirely below an edge, and its lowest possible value.
    private int reachedEdge;
    private int reached;
    private double reachedValue = Double.NEGATIVE_INFINITY;
    private boolean exact = true;

    BinCounts(FiniteValues values, Bins bins) {
      this.values = values;
      this.bins = bins;
      before = new long[values.size() + 1];
      for (int cell = 0; cell < values.size(); cell++) {
        before[cell + 1] = before[cell] + values.count(cell);
      }
    }

    Histogram histogram() {
      int last = bins.count();
      long below = countBelow(0, false);
      long[] counts = new long[last];
      long countSoFar = below;
      for (int bin = 0; bin < last; bin++) {
        long end = Math.max(countSoFar, countBelow(bin + 1, bin + 1 == last));
        counts[bin] = end - countSoFar;
        countSoFar = end;
      }
      return new Histogram(bins, counts, below, before[values.size()] - countSoFar, exact);
    }

    RangeFigures figures() {
      int last = bins.count();
      long below = countBelow(0, false);
      long upTo = Math.max(below, countBelow(last, true));
      Known count = new Known(upTo - below, exact);
      if (upTo == below) {
        return new RangeFigures(count, Optional.empty(), Optional.empty(), Optional.empty());
      }
      double largest = Math.max(Math.abs(bins.edge(0)), Math.abs(bins.edge(last)));
      // The sum of very large numbers could overflow.
      double scale = largest > 0x1p900 ? 0x1p-80 : 1;
      DoubleDouble sum = DoubleDouble.ZERO;
      boolean areSingle = true;
      int firstCell = -1;
      int lastCell = -1;
      for (int cell = firstNotBelow(0, false);
          cell < values.size() && before[cell] < upTo;
          cell++) {
        long inside = Math.min(before[cell + 1], upTo) - Math.max(before[cell], below);
        if (inside > 0) {
          firstCell = firstCell < 0 ? cell : firstCell;
          lastCell = cell;
          areSingle &= values.isSingle(cell);
          double number = inRange(values.number(cell).doubleValue()) * scale;
          sum = sum.plus(DoubleDouble.product(number, inside));
        }
      }
      return new RangeFigures(
          count,
          Optional.of(end(values.first(firstCell), values.isSingle(firstCell), values.minRank())),
          Optional.of(end(values.last(lastCell), values.isSingle(lastCell), values.maxRank())),
          Optional.of(new Known(sum.dividedBy(upTo - below).high() / scale, exact && areSingle)));
    }

    /// Returns the smallest or the largest value inside the range.
    ///
    /// @param rank the outermost rank of the cell that contains it
    /// @param extreme the rank of the smallest or largest value of the distribution
    private Known end(long rank, boolean isSingle, long extreme) {
      double value = values.value(rank);
      return inRange(value) == value
          ? new Known(values.numberAt(rank), isSingle || rank == extreme)
          : new Known(inRange(value), false);
    }

    private double inRange(double value) {
      return Math.clamp(value, bins.edge(0), bins.edge(bins.count()));
    }

    /// @param isClosed true if values equal to the edge count too
    private long countBelow(int edge, boolean isClosed) {
      // Shortcut: most bins of a small tensor are empty.
      if (edge > reachedEdge && bins.edge(edge) < reachedValue) {
        return before[reached];
      }
      int cell = firstNotBelow(edge, isClosed);
      if (cell == values.size() || !isBelow(values.first(cell), edge, isClosed)) {
        return before[cell];
      }
      exact = false;
      return before[cell] + shareBelow(cell, edge, isClosed);
    }

    private int firstNotBelow(int edge, boolean isClosed) {
      int begin = edge > reachedEdge ? reached : 0;
      int end = values.size();
      while (begin < end) {
        int middle = begin + end >>> 1;
        if (isBelow(values.last(middle), edge, isClosed)) {
          begin = middle + 1;
        } else {
          end = middle;
        }
      }
      reached = begin;
      reachedEdge = edge;
      reachedValue =
          begin < values.size() ? values.value(values.first(begin)) : Double.POSITIVE_INFINITY;
      return begin;
    }

    private boolean isBelow(long rank, int edge, boolean isClosed) {
      double value = values.value(rank);
      if (value != bins.edge(edge) || !values.type().isInteger()) {
        // Rounding to double is monotonic, so different doubles have the order of the exact values.
        return value < bins.edge(edge) || isClosed && value == bins.edge(edge);
      }
      if (bins.isDouble(edge) && Math.abs(value) < EXACT_INTEGERS) {
        return isClosed;
      }
      BigDecimal exact = new BigDecimal(values.numberAt(rank).toString());
      return exact.compareTo(bins.exactEdge(edge)) < (isClosed ? 1 : 0);
    }

    private long shareBelow(int cell, int edge, boolean isClosed) {
      long first = values.first(cell);
      long last = values.last(cell);
      double low = values.value(first);
      double range = values.value(last) - low;
      double step = range / Math.max(1, (double) (last - first));
      double part = (bins.edge(edge) - low + (isClosed ? step : 0)) / (range + step);
      long count = values.count(cell);
      long share = Math.round(count * Math.clamp(part, 0, 1));
      // The edge is above the smallest and not above the largest value of the distribution.
      long minShare = first == values.minRank() ? 1 : 0;
      long maxShare = last == values.maxRank() ? count - 1 : count;
      return Math.clamp(share, Math.min(minShare, maxShare), maxShare);
    }
  }
}
