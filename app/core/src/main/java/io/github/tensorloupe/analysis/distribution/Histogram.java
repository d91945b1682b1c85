package io.github.tensorloupe.analysis.distribution;

import module java.base;

/// Values counted in bins.
///
/// @param counts one for each bin; not to be changed
/// @param below finite values below the first bin
/// @param above finite values above the last bin
/// @param exact true if every value was put into its bin by itself
public record Histogram(Bins bins, long[] counts, long below, long above, boolean exact) {

  /// Puts the values of a distribution into bins.
  static final class BinCounts {

    /// Below, a double is the integer that it was made of.
    private static final double EXACT_INTEGERS = 0x1p53;

    private final FiniteValues values;
    private final Bins bins;

    /// The number of values that are before each cell, and in all.
    private final long[] before;

    /// The cell that the edge before lies in or behind; edges ascend.
    private int reached;

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
      long seen = below;
      for (int bin = 0; bin < last; bin++) {
        long end = Math.max(seen, countBelow(bin + 1, bin + 1 == last));
        counts[bin] = end - seen;
        seen = end;
      }
      return new Histogram(bins, counts, below, before[values.size()] - seen, exact);
    }

    /// The number of values that are below an edge.
    ///
    /// @param closed true if those equal to it count too
    private long countBelow(int edge, boolean closed) {
      int cell = firstNotBelow(edge, closed);
      if (cell == values.size() || !isBelow(values.first(cell), edge, closed)) {
        return before[cell];
      }
      exact = false;
      return before[cell] + shareBelow(cell, edge, closed);
    }

    /// The first cell that is not wholly below an edge.
    private int firstNotBelow(int edge, boolean closed) {
      int begin = reached;
      int end = values.size();
      // Of a small tensor most bins are empty.
      if (begin < end && !isBelow(values.last(begin), edge, closed)) {
        return begin;
      }
      while (begin < end) {
        int middle = begin + end >>> 1;
        if (isBelow(values.last(middle), edge, closed)) {
          begin = middle + 1;
        } else {
          end = middle;
        }
      }
      reached = begin;
      return begin;
    }

    private boolean isBelow(long rank, int edge, boolean closed) {
      double value = values.value(rank);
      if (value != bins.edge(edge) || !values.type().isInteger()) {
        // Rounding keeps the order of what it does not make equal.
        return value < bins.edge(edge) || closed && value == bins.edge(edge);
      }
      if (bins.areDoubles() && Math.abs(value) < EXACT_INTEGERS) {
        return closed;
      }
      BigDecimal exact = new BigDecimal(values.numberAt(rank).toString());
      return exact.compareTo(bins.exactEdge(edge)) < (closed ? 1 : 0);
    }

    private long shareBelow(int cell, int edge, boolean closed) {
      long first = values.first(cell);
      long last = values.last(cell);
      double low = values.value(first);
      double range = values.value(last) - low;
      double step = range / Math.max(1, (double) (last - first));
      double part = (bins.edge(edge) - low + (closed ? step : 0)) / (range + step);
      long count = values.count(cell);
      long share = Math.round(count * Math.clamp(part, 0, 1));
      // The smallest value is below the edge and the largest is not.
      long least = first == values.minRank() ? 1 : 0;
      long most = last == values.maxRank() ? count - 1 : count;
      return Math.clamp(share, Math.min(least, most), most);
    }
  }
}
