package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;

/// Computes previews, which show one element per pixel and are likely to miss extreme values and
/// NaN.
public final class Preview {

  private Preview() {}

  /// Returns pixels with the value of their middle element. Reads on the calling thread.
  ///
  /// @param area the pixels, inside the grid
  /// @param cancellation checked for each row or column of pixels
  /// @throws IOException if reading fails
  public static PixelBlock of(
      TensorSlice slice, PixelGrid grid, PixelArea area, Cancellation cancellation)
      throws IOException {
    SliceLines lines = new SliceLines(slice, grid);
    PixelGrid along = lines.grid;
    PixelArea pixels = lines.along(area);
    PixelBlock block = new PixelBlock(grid, area);
    NumberReader reader = new NumberReader(lines);
    double[] number = new double[1];
    ByteSource file = slice.data().file();
    for (int i = 0; i < pixels.height(); i++) {
      cancellation.check();
      int line = i;
      long row = middle(pixels.row() + line, along.rowsPerPixel(), along.rowCount());
      file.examine(
          window -> {
            for (int pixel = 0; pixel < pixels.width(); pixel++) {
              long place = pixels.column() + pixel;
              long column = middle(place, along.columnsPerPixel(), along.columnCount());
              boolean isPresent = reader.read(window, row, column, 1, number) == 1;
              PixelNumber pixelNumber =
                  isPresent ? PixelNumber.of(number[0]) : PixelNumber.absent();
              lines.put(block, line, pixel, pixelNumber);
            }
            return null;
          });
    }
    file.requireUnchanged();
    return block;
  }

  private static long middle(long pixel, long perPixel, long count) {
    long begin = pixel * perPixel;
    return begin + Math.min(count - begin, perPixel) / 2;
  }
}
