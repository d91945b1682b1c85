package io.github.tensorloupe.analysis.heatmap;

import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;

/// A slice as it lies in memory: lines of elements that are as near to each other as the slice
/// allows. These are its rows or, of a transposed slice, its columns. Immutable.
final class SliceLines {

  private final TensorSlice slice;
  private final boolean turned;
  private final long lineStep;
  private final long step;
  private final long firstElement;
  private final long presentElements;

  SliceLines(TensorSlice slice) {
    this.slice = slice;
    // Where both strides are equal, one of the axes has a single index.
    turned =
        slice.rowStride() < slice.columnStride()
            || slice.rowStride() == slice.columnStride() && slice.columnCount() == 1;
    lineStep = turned ? slice.columnStride() : slice.rowStride();
    step = turned ? slice.rowStride() : slice.columnStride();
    firstElement = slice.elementIndex(0, 0);
    presentElements = TensorParts.elementCount(slice.data());
  }

  TensorData data() {
    return slice.data();
  }

  ElementType type() {
    return slice.type();
  }

  /// Puts the number of a pixel where it belongs in the slice.
  ///
  /// @param line of pixels, from the first one of the block
  /// @param pixel along the line, likewise
  void put(PixelBlock block, int line, int pixel, PixelNumber number) {
    block.put(turned ? pixel : line, turned ? line : pixel, number);
  }

  /// The grid with lines in place of rows.
  PixelGrid along(PixelGrid grid) {
    return turned
        ? new PixelGrid(
            grid.columnCount(), grid.rowCount(), grid.columnsPerPixel(), grid.rowsPerPixel())
        : grid;
  }

  /// The area with lines in place of rows.
  PixelArea along(PixelArea area) {
    return turned ? area.transposed() : area;
  }

  long step() {
    return step;
  }

  /// The element at a position of a line, counted from the tensor's first.
  long element(long line, long position) {
    return firstElement + line * lineStep + position * step;
  }

  int presentIn(long line, long position, int count) {
    long first = element(line, position);
    // Behind the last element of a folded vector, the sum may leave 63 bits.
    return Long.compareUnsigned(first, presentElements) >= 0
        ? 0
        : (int) Math.min(count, (presentElements - 1 - first) / step + 1);
  }

  long linesPresentAt(long position) {
    long before = presentElements - firstElement - position * step;
    return before <= 0 ? 0 : Math.ceilDiv(before, lineStep);
  }

  /// The cell of the slice at a position of a line.
  TensorSlice.Cell cell(long line, long position) {
    return turned ? new TensorSlice.Cell(position, line) : new TensorSlice.Cell(line, position);
  }
}
