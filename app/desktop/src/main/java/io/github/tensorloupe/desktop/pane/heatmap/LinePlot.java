package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.work.Cancellation;

/// The values of a row or a column as points of a curve, each with the lowest and the highest of
/// its values. For complex elements, these are magnitudes. Immutable.
final class LinePlot {

  /// The maximum number of values read per point. If a point has more values, only its middle is
  /// read.
  private static final int MAX_CONTIGUOUS_VALUES = 16_384;

  /// The same limit for values that are not contiguous in the file.
  private static final int MAX_SCATTERED_VALUES = 1024;

  /// A part of a row or a column.
  ///
  /// @param isRow false for a column
  /// @param index the index of the row or the column
  /// @param begin the first cell
  /// @param end the exclusive end, above `begin`
  record Part(TensorSlice slice, boolean isRow, long index, long begin, long end) {

    /// Returns an entire row or column.
    static Part whole(TensorSlice slice, boolean isRow, long index) {
      return new Part(slice, isRow, index, 0, isRow ? slice.columnCount() : slice.rowCount());
    }

    Part of(long newBegin, long newEnd) {
      return new Part(slice, isRow, index, newBegin, newEnd);
    }

    long visibleLength() {
      return end - begin;
    }

    /// Returns the length of the entire row or column.
    long length() {
      return isRow ? slice.columnCount() : slice.rowCount();
    }

    /// Returns the cell at a position.
    TensorSlice.Cell cell(long position) {
      return isRow ? new TensorSlice.Cell(index, position) : new TensorSlice.Cell(position, index);
    }

    private SliceBlock read(long position, int count) throws IOException {
      return isRow ? slice.read(index, position, 1, count) : slice.read(position, index, count, 1);
    }

    private int maxValuesPerPoint() {
      long stride = isRow ? slice.columnStrides().innermost() : slice.rowStrides().innermost();
      return stride == 1 ? MAX_CONTIGUOUS_VALUES : MAX_SCATTERED_VALUES;
    }
  }

  private final Part part;
  private final long perPoint;
  private final double[] lows;
  private final double[] highs;
  private final BitSet nans = new BitSet();
  private final BitSet infinities = new BitSet();

  private LinePlot(Part part, int maxPoints) {
    this.part = part;
    long length = part.end() - part.begin();
    perPoint = Math.ceilDiv(length, maxPoints);
    lows = new double[(int) Math.ceilDiv(length, perPoint)];
    highs = new double[lows.length];
    Arrays.fill(lows, Double.NaN);
    Arrays.fill(highs, Double.NaN);
  }

  /// Reads a plot on the calling thread. The number of values read per point is limited.
  ///
  /// @param maxPoints about the number of pixels, at least 1
  /// @throws IOException if reading fails
  static LinePlot of(Part part, int maxPoints, Cancellation cancellation) throws IOException {
    LinePlot plot = new LinePlot(part, maxPoints);
    for (int point = 0; point < plot.size(); point++) {
      cancellation.check();
      long begin = plot.begin(point);
      long length = Math.min(plot.perPoint, part.end() - begin);
      int count = (int) Math.min(length, part.maxValuesPerPoint());
      plot.add(point, part.read(begin + (length - count) / 2, count));
    }
    return plot;
  }

  private void add(int point, SliceBlock block) {
    for (int row = 0; row < block.rowCount(); row++) {
      for (int column = 0; column < block.columnCount(); column++) {
        if (block.isPresent(block.firstRow() + row, block.firstColumn() + column)) {
          add(point, number(block, block.firstRow() + row, block.firstColumn() + column));
        }
      }
    }
  }

  private static double number(SliceBlock block, long row, long column) {
    ElementType type = block.type();
    double real = block.value(row, column);
    return type.partsPerElement() == 1
        ? real
        : ElementType.magnitude(real, type.toDouble(block.code(row, column, 1)));
  }

  private void add(int point, double number) {
    if (Double.isNaN(number)) {
      nans.set(point);
    } else if (Double.isInfinite(number)) {
      infinities.set(point);
    } else {
      lows[point] = lows[point] <= number ? lows[point] : number;
      highs[point] = highs[point] >= number ? highs[point] : number;
    }
  }

  Part part() {
    return part;
  }

  int size() {
    return lows.length;
  }

  /// Returns the number of values per point, at least 1.
  long perPoint() {
    return perPoint;
  }

  /// Returns true if every value of the part was read.
  boolean isExact() {
    return perPoint <= part.maxValuesPerPoint();
  }

  /// Returns the position of a point's first value in the row or the column.
  long begin(int point) {
    return part.begin() + point * perPoint;
  }

  /// Returns the lowest finite value of a point, or NaN if it has none.
  double low(int point) {
    return lows[point];
  }

  double high(int point) {
    return highs[point];
  }

  boolean hasNan(int point) {
    return nans.get(point);
  }

  boolean hasInfinity(int point) {
    return infinities.get(point);
  }

  /// Returns the lowest finite value of all points, or 0 if all values are non-finite.
  double lowest() {
    return Arrays.stream(lows).filter(Double::isFinite).min().orElse(0);
  }

  double highest() {
    return Arrays.stream(highs).filter(Double::isFinite).max().orElse(0);
  }
}
