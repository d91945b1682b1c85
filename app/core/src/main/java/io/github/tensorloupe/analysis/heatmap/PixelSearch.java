package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.SliceLines.Pool;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.work.Cancellation;

/// The search for the most notable element of a pixel.
public final class PixelSearch {

  private PixelSearch() {}

  /// Returns the cell of the first NaN of a pixel, otherwise of the first infinity, otherwise of
  /// the number of largest magnitude, or empty if no element of the pixel is in the file. Of equal
  /// magnitudes, prefers a positive number, then the first in the file. Reads on the calling
  /// thread.
  ///
  /// @param cancellation checked at least once per half megabyte
  /// @throws IOException if reading fails
  public static Optional<TensorSlice.Cell> cellOf(
      TensorSlice slice, PixelGrid grid, long pixelRow, long pixelColumn, Cancellation cancellation)
      throws IOException {
    SliceLines lines = new SliceLines(slice, grid);
    PixelArea pixel = lines.along(new PixelArea(pixelRow, pixelColumn, 1, 1));
    FirstOfRank pool = new FirstOfRank(new NumberReader(lines));
    lines.walk(pool, pixel, cancellation::check);
    return pool.rank < 0 ? Optional.empty() : Optional.of(lines.cell(pool.line, pool.position));
  }

  private static final class FirstOfRank implements Pool {

    private final NumberReader reader;
    private final double[] numbers = new double[NumberReader.MAX_ELEMENTS];
    private int rank = -1;
    private double best;
    private long line;
    private long position;

    FirstOfRank(NumberReader reader) {
      this.reader = reader;
    }

    @Override
    public void begin(long firstPixel, int pixelCount) {
      rank = -1;
    }

    @Override
    public void add(FileWindow window, long line, long position, int count) throws IOException {
      int present = reader.read(window, line, position, count, numbers);
      for (int i = 0; i < present; i++) {
        if (isBetter(numbers[i], line, position + i)) {
          rank = rank(numbers[i]);
          best = numbers[i];
          this.line = line;
          this.position = position + i;
        }
      }
    }

    private boolean isBetter(double number, long atLine, long atPosition) {
      int itsRank = rank(number);
      if (itsRank != rank) {
        return itsRank > rank;
      }
      boolean isFinite = itsRank == 0;
      if (isFinite && number != best) {
        return NumberPool.larger(best, number) == number;
      }
      // Long lines are read in blocks of all lines, so elements do not arrive in file order.
      return atLine < line || atLine == line && atPosition < position;
    }

    private static int rank(double number) {
      return Double.isNaN(number) ? 2 : Double.isInfinite(number) ? 1 : 0;
    }
  }
}
