package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.work.Cancellation;

/// Pixels of which each shows only one of its elements. Never to be taken for the picture: what
/// stands out, a NaN among others, is likely to be missing.
///
/// @param pixels with the element in the middle of each
public record Preview(PixelBlock pixels) {

  /// Makes a preview on the calling thread, in time that depends on the pixels only.
  ///
  /// @param grid of the slice
  /// @param area inside the grid
  /// @param cancellation asked for each row or column of pixels
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Preview of(
      TensorSlice slice, PixelGrid grid, PixelArea area, Cancellation cancellation)
      throws IOException {
    SliceLines lines = new SliceLines(slice);
    PixelGrid along = lines.along(grid);
    PixelArea alongArea = lines.along(area);
    PixelBlock block = new PixelBlock(grid, area);
    NumberReader reader = new NumberReader(lines);
    double[] number = new double[1];
    for (int i = 0; i < alongArea.height(); i++) {
      cancellation.check();
      int line = i;
      long elementLine = middle(alongArea.row() + line, along.rowsPerPixel(), along.rowCount());
      slice
          .data()
          .file()
          .examine(
              window -> {
                for (int pixel = 0; pixel < alongArea.width(); pixel++) {
                  long position =
                      middle(
                          alongArea.column() + pixel, along.columnsPerPixel(), along.columnCount());
                  boolean present = reader.read(window, elementLine, position, 1, number) == 1;
                  lines.put(
                      block, line, pixel, present ? PixelNumber.of(number[0]) : PixelNumber.ABSENT);
                }
                return null;
              });
    }
    slice.data().file().requireUnchanged();
    return new Preview(block);
  }

  private static long middle(long pixel, long perPixel, long count) {
    long begin = pixel * perPixel;
    return begin + Math.min(count - begin, perPixel) / 2;
  }
}
