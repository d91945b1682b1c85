package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.model.FileWindow;

/// Goes through the elements of a line of pixels in the order in which they lie in memory, in
/// pieces that are small enough to be cancelled soon and for the nearest cache.
///
/// @param lines of the slice
/// @param grid along the lines
/// @param check called before each piece; throws where the walk is to stop
record BandWalk(SliceLines lines, PixelGrid grid, Runnable check) {

  /// The most bytes of elements between two questions whether to stop.
  private static final long PIECE_BYTES = 512 << 10;

  /// @param pixelLine which line of pixels
  /// @param area whose columns say which pixels of it, along the lines
  void walk(Pool pool, long pixelLine, PixelArea area) throws IOException {
    long firstPixel = area.column();
    int pixelCount = area.width();
    pool.begin(firstPixel, pixelCount);
    long firstLine = pixelLine * grid.rowsPerPixel();
    long endLine = Math.min(grid.rowCount(), firstLine + grid.rowsPerPixel());
    long begin = firstPixel * grid.columnsPerPixel();
    long end = Math.min(grid.columnCount(), (firstPixel + pixelCount) * grid.columnsPerPixel());
    for (long position = begin; position < end; position += NumberReader.MOST) {
      int count = (int) Math.min(NumberReader.MOST, end - position);
      // A broken header may promise lines without end.
      long presentEnd = Math.min(endLine, lines.linesPresentAt(position));
      if (presentEnd <= firstLine) {
        break;
      }
      walkBlock(pool, firstLine, presentEnd, position, count);
      pool.settle(position, count);
    }
  }

  private void walkBlock(Pool pool, long firstLine, long endLine, long position, int count)
      throws IOException {
    long lineBytes = Math.ceilDiv((long) count * lines.type().dtype().bits(), Byte.SIZE);
    long atOnce = Math.max(1, PIECE_BYTES / lineBytes);
    for (long group = firstLine; group < endLine; group += atOnce) {
      check.run();
      long from = group;
      long to = Math.min(endLine, group + atOnce);
      lines
          .data()
          .file()
          .examine(
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
