package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.slice.Strides;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorData;

/// A view of a slice as lines in file order. Lines are the rows of the slice or, if elements are
/// closer to each other along columns, the columns. Immutable.
final class SliceLines {

  /// The value of `step` if the distances between neighbors differ.
  static final long UNEVEN = 0;

  /// The maximum number of bytes of elements between two cancellation checks.
  private static final long PIECE_BYTES = 512 << 10;

  private final TensorSlice slice;
  final TensorData data;
  final ElementType type;

  /// The grid of the pixels, with lines as rows.
  final PixelGrid grid;

  private final boolean isTransposed;
  private final Strides across;
  private final Strides along;

  /// The distance between neighbors on a line in elements, or [#UNEVEN].
  final long step;

  private final long firstElement;

  SliceLines(TensorSlice slice, PixelGrid grid) {
    this.slice = slice;
    data = slice.data();
    type = slice.type();
    long down = slice.rowStrides().innermost();
    long right = slice.columnStrides().innermost();
    // If both strides are equal, one of the axes has a single index.
    isTransposed = down < right || down == right && slice.columnCount() == 1;
    this.grid = isTransposed ? grid.transposed() : grid;
    across = isTransposed ? slice.columnStrides() : slice.rowStrides();
    along = isTransposed ? slice.rowStrides() : slice.columnStrides();
    step = along.isEven() ? along.innermost() : UNEVEN;
    firstElement = slice.elementIndex(0, 0);
  }

  PixelArea along(PixelArea area) {
    return isTransposed ? area.transposed() : area;
  }

  void put(PixelBlock block, int line, int pixel, PixelNumber number) {
    block.put(isTransposed ? pixel : line, isTransposed ? line : pixel, number);
  }

  long element(long line, long position) {
    return firstElement + across.offset(line) + along.offset(position);
  }

  int presentIn(long line, long position, int count) {
    return step == UNEVEN
        ? (int) countPresent(count, i -> element(line, position + i))
        : slice.presentFrom(element(line, position), step, count);
  }

  /// Returns the number of leading elements that are in the file. Element indexes must ascend.
  private long countPresent(long count, LongUnaryOperator elements) {
    long low = 0;
    long high = count;
    while (low < high) {
      long middle = (low + high) >>> 1;
      boolean isPresent = slice.presentFrom(elements.applyAsLong(middle), 1, 1) > 0;
      low = isPresent ? middle + 1 : low;
      high = isPresent ? high : middle;
    }
    return low;
  }

  TensorSlice.Cell cell(long line, long position) {
    return isTransposed
        ? new TensorSlice.Cell(position, line)
        : new TensorSlice.Cell(line, position);
  }

  /// Passes the elements of adjacent pixels of one line to a pool in memory order, in pieces that
  /// are small enough for quick cancellation and for the L1 cache.
  ///
  /// @param pixels one line of pixels of [#grid]
  /// @param check called before each piece; throws an exception to stop
  void walk(Pool pool, PixelArea pixels, Runnable check) throws IOException {
    pool.begin(pixels.column(), pixels.width());
    long firstLine = pixels.row() * grid.rowsPerPixel();
    long endLine = Math.min(grid.rowCount(), firstLine + grid.rowsPerPixel());
    long begin = pixels.column() * grid.columnsPerPixel();
    long end =
        Math.min(grid.columnCount(), (pixels.column() + pixels.width()) * grid.columnsPerPixel());
    for (long position = begin; position < end; position += NumberReader.MAX_ELEMENTS) {
      int count = (int) Math.min(NumberReader.MAX_ELEMENTS, end - position);
      // Skips lines beyond the end of the file; a broken header may declare billions of them.
      long at = position;
      long presentEnd =
          firstLine + countPresent(endLine - firstLine, line -> element(firstLine + line, at));
      if (presentEnd <= firstLine) {
        break;
      }
      walkBlock(pool, firstLine, presentEnd, position, count, check);
      pool.finishPositions(position, count);
    }
  }

  private void walkBlock(
      Pool pool, long firstLine, long endLine, long position, int count, Runnable check)
      throws IOException {
    long lineBytes = Math.ceilDiv((long) count * type.dtype().bits(), Byte.SIZE);
    long atOnce = Math.max(1, PIECE_BYTES / lineBytes);
    for (long group = firstLine; group < endLine; group += atOnce) {
      check.run();
      long from = group;
      long to = Math.min(endLine, group + atOnce);
      data.file()
          .examine(
              window -> {
                for (long line = from; line < to; line++) {
                  pool.add(window, line, position, count);
                }
                return null;
              });
    }
  }

  interface Pool {

    /// Starts a line of pixels, at the first requested pixel.
    void begin(long firstPixel, int pixelCount);

    /// Adds consecutive elements of a line. Ignores elements that are not in the file.
    void add(FileWindow window, long line, long position, int count) throws IOException;

    /// Called after [#add] was called for these positions of all lines.
    default void finishPositions(long position, int count) {}
  }
}
