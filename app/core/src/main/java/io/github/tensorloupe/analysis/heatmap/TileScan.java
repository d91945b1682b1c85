package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.heatmap.SliceLines.Pool;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Computes tiles from all of their elements, on several threads. Immutable and thread-safe.
///
/// @param threadCount the number of reading threads, including the calling thread, at least 1
public record TileScan(int threadCount) {

  /// Creates a scan that leaves one processor free unless there is only one.
  public static TileScan inBackground() {
    return new TileScan(ParallelWork.backgroundThreadCount());
  }

  /// Computes tiles. Returns or throws after all threads have ended.
  ///
  /// @param tiles the tiles in the order of computation
  /// @param results receives each tile as soon as it is complete, on any thread, possibly
  ///   concurrently
  /// @param cancellation checked at least once per half megabyte
  /// @param progress reported after each tile, in tiles
  /// @throws IOException if reading fails or the file changed since it was opened
  public void run(
      TensorSlice slice,
      PixelGrid grid,
      Pooling pooling,
      List<PixelGrid.Tile> tiles,
      Consumer<PixelBlock> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    ParallelWork workers = new ParallelWork(cancellation);
    workers.forEach(
        tiles.size(),
        threadCount,
        progress,
        () -> {
          TilePooler pooler = new TilePooler(slice, grid, pooling, workers::check);
          return i -> {
            PixelBlock tile = pooler.tile(tiles.get(i));
            slice.data().file().requireUnchanged();
            results.accept(tile);
          };
        });
  }

  private static final class TilePooler {

    private final PixelGrid grid;
    private final SliceLines lines;
    private final Pooling pooling;
    private final Runnable check;
    private final NumberPool numbers;
    private final Optional<ExtremePool> extremes;

    TilePooler(TensorSlice slice, PixelGrid grid, Pooling pooling, Runnable check) {
      this.grid = grid;
      this.pooling = pooling;
      this.check = check;
      lines = new SliceLines(slice, grid);
      numbers = new NumberPool(lines, pooling, 1);
      extremes =
          pooling == Pooling.EXTREME && ExtremePool.isPossible(lines)
              ? Optional.of(new ExtremePool(lines))
              : Optional.empty();
    }

    PixelBlock tile(PixelGrid.Tile tile) throws IOException {
      PixelArea area = grid.areaOf(tile);
      PixelBlock block = new PixelBlock(grid, area);
      PixelArea along = lines.along(area);
      for (int line = 0; line < along.height(); line++) {
        PixelArea pixels = new PixelArea(along.row() + line, along.column(), 1, along.width());
        lines.walk(extremes.<Pool>map(pool -> pool).orElse(numbers), pixels, check);
        for (int pixel = 0; pixel < along.width(); pixel++) {
          lines.put(block, line, pixel, number(pixels, pixel));
        }
      }
      return block;
    }

    /// Returns the number of a pooled pixel. Reads its elements again if necessary.
    private PixelNumber number(PixelArea pixels, int pixel) throws IOException {
      NumberPool pool = numbers;
      if (extremes.isPresent()) {
        if (!extremes.get().hasNonFinite(pixel)) {
          return extremes.get().number(pixel);
        }
      } else {
        double scale = numbers.requiredScale(pixel);
        if (scale == 1) {
          return numbers.number(pixel);
        }
        pool = new NumberPool(lines, pooling, scale);
      }
      lines.walk(pool, new PixelArea(pixels.row(), pixels.column() + pixel, 1, 1), check);
      return pool.number(0);
    }
  }
}
