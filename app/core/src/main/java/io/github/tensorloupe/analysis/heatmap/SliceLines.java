package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.slice.Strides;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorData;

/// A slice and its pixels as they lie in memory: lines of elements that are as near to each other
/// as the slice allows. These are its rows or, of a transposed slice, its columns. Immutable.
final class SliceLines {

  /// Stands for neighbors some of which are further apart than others.
  static final long UNEVEN = 0;

  /// The most bytes of elements between two questions whether to stop.
  private static final long PIECE_BYTES = 512 << 10;

  private final TensorSlice slice;
  final TensorData data;
  final ElementType type;

  /// The pixels, with lines in place of rows.
  final PixelGrid grid;

  private final boolean turned;
  private final Strides across;
  private final Strides along;

  /// The distance of neighbors in elements, or [#UNEVEN].
  final long step;

  private final long firstElement;

  SliceLines(TensorSlice slice, PixelGrid grid) {
    this.slice = slice;
    data = slice.data();
    type = slice.type();
    long down = slice.down().innermost();
    long right = slice.right().innermost();
    // Where both strides are equal, one of the axes has a single index.
    turned = down < right || down == right && slice.columnCount() == 1;
    this.grid = turned ? grid.transposed() : grid;
    across = turned ? slice.right() : slice.down();
    along = turned ? slice.down() : slice.right();
    step = along.isEven() ? along.innermost() : UNEVEN;
    firstElement = slice.elementIndex(0, 0);
  }

  /// An area of the slice's grid with lines in place of rows.
  PixelArea along(PixelArea area) {
    return turned ? area.transposed() : area;
  }

  /// Puts the number of a pixel where it belongs in the slice.
  ///
  /// @param line of pixels, from the first one of the block
  /// @param pixel along the line, likewise
  void put(PixelBlock block, int line, int pixel, PixelNumber number) {
    block.put(turned ? pixel : line, turned ? line : pixel, number);
  }

  /// The element at a position of a line, counted from the tensor's first.
  long element(long line, long position) {
    return firstElement + across.offset(line) + along.offset(position);
  }

  int presentIn(long line, long position, int count) {
    return step == UNEVEN
        ? (int) ascending(count, i -> element(line, position + i))
        : slice.presentFrom(element(line, position), step, count);
  }

  /// The number of elements that are in the file, up to the first that is not.
  ///
  /// @param elements ascending, by their place from 0 on
  private long ascending(long count, LongUnaryOperator elements) {
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
    return turned ? new TensorSlice.Cell(position, line) : new TensorSlice.Cell(line, position);
  }

  /// Goes through the elements of neighboring pixels of one line in the order in which they lie in
  /// memory, in pieces that are small enough to be cancelled soon and for the nearest cache.
  ///
  /// @param pixels one line of them, as by [#along]
  /// @param check called before each piece; throws where the walk is to stop
  void walk(Pool pool, PixelArea pixels, Runnable check) throws IOException {
    pool.begin(pixels.column(), pixels.width());
    long firstLine = pixels.row() * grid.rowsPerPixel();
    long endLine = Math.min(grid.rowCount(), firstLine + grid.rowsPerPixel());
    long begin = pixels.column() * grid.columnsPerPixel();
    long end =
        Math.min(grid.columnCount(), (pixels.column() + pixels.width()) * grid.columnsPerPixel());
    for (long position = begin; position < end; position += NumberReader.MOST) {
      int count = (int) Math.min(NumberReader.MOST, end - position);
      // A broken header may promise lines without end.
      long at = position;
      long presentEnd =
          firstLine + ascending(endLine - firstLine, line -> element(firstLine + line, at));
      if (presentEnd <= firstLine) {
        break;
      }
      walkBlock(pool, firstLine, presentEnd, position, count, check);
      pool.settle(position, count);
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
      ByteSource file = data.file();
      file.examine(
          window -> {
            for (long line = from; line < to; line++) {
              pool.add(window, line, position, count);
            }
            return null;
          });
    }
  }

  /// Takes the elements of one line of pixels, in pieces. Not thread-safe.
  interface Pool {

    /// Begins anew.
    ///
    /// @param firstPixel of those that are asked for, along the line
    /// @param pixelCount how many
    void begin(long firstPixel, int pixelCount);

    /// Takes neighboring positions of a line of elements, those of them that are in the file.
    void add(FileWindow window, long line, long position, int count) throws IOException;

    /// Told after the last line that these positions were taken of; nothing to do where every
    /// number is taken at once.
    default void settle(long position, int count) {}
  }
}
