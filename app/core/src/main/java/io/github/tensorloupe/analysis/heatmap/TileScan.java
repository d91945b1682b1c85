package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.BandWalk.Pool;
import io.github.tensorloupe.analysis.heatmap.PixelBlock.PixelNumber;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Makes exact tiles on several threads, each tile from every one of its elements. Immutable and
/// thread-safe; the threads live as long as a call.
///
/// @param threadCount how many threads read, the calling one among them, at least 1
public record TileScan(int threadCount) {

  /// A tile of which every pixel comes from all of its elements.
  ///
  /// @param tile which one
  /// @param pixels all pixels of the tile
  public record ExactTile(PixelGrid.Tile tile, PixelBlock pixels) {}

  public TileScan {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
  }

  /// With a thread for each processor, up to a few, but one of several is left to others.
  public static TileScan besideOthers() {
    return new TileScan(ParallelWork.threadsBesideOthers());
  }

  /// Makes tiles. Returns when all threads have ended, whatever the outcome.
  ///
  /// @param grid of the slice
  /// @param tiles in the order in which they are begun
  /// @param results receives each tile as soon as it is there, on any of the threads, also several
  ///   at a time
  /// @param cancellation asked at least once in half a megabyte
  /// @param progress reported after each tile, in tiles
  /// @throws io.github.tensorloupe.model.FileChangedException if the file changed since it was
  ///   opened
  /// @throws IOException if reading fails
  /// @throws CancellationException if cancelled
  public void run(
      TensorSlice slice,
      PixelGrid grid,
      Pooling pooling,
      List<PixelGrid.Tile> tiles,
      Consumer<ExactTile> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    ParallelWork workers = new ParallelWork(cancellation);
    workers.run(
        Math.min(threadCount, tiles.size()),
        () -> {
          TilePooler pooler = new TilePooler(slice, grid, pooling, workers::check);
          for (int i = next.getAndIncrement(); i < tiles.size(); i = next.getAndIncrement()) {
            workers.check();
            ExactTile tile = pooler.tile(tiles.get(i));
            slice.data().file().requireUnchanged();
            results.accept(tile);
            progress.report(done.incrementAndGet(), tiles.size());
          }
        });
  }

  /// Makes exact tiles on one thread.
  private static final class TilePooler {

    private final PixelGrid grid;
    private final SliceLines lines;
    private final PixelGrid along;
    private final Pooling pooling;
    private final BandWalk walk;
    private final NumberPool numbers;
    private final Optional<ExtremePool> extremes;

    TilePooler(TensorSlice slice, PixelGrid grid, Pooling pooling, Runnable check) {
      this.grid = grid;
      this.pooling = pooling;
      lines = new SliceLines(slice);
      along = lines.along(grid);
      walk = new BandWalk(lines, along, check);
      numbers = new NumberPool(lines, along, pooling, 1);
      extremes =
          pooling == Pooling.EXTREME && ExtremePool.isPossible(lines)
              ? Optional.of(new ExtremePool(lines, along))
              : Optional.empty();
    }

    ExactTile tile(PixelGrid.Tile tile) throws IOException {
      PixelArea area = grid.areaOf(tile);
      PixelBlock block = new PixelBlock(grid, area);
      PixelArea alongArea = lines.along(area);
      for (int line = 0; line < alongArea.height(); line++) {
        long pixelLine = alongArea.row() + line;
        walk.walk(extremes.<Pool>map(pool -> pool).orElse(numbers), pixelLine, alongArea);
        for (int pixel = 0; pixel < alongArea.width(); pixel++) {
          lines.put(block, line, pixel, number(pixelLine, alongArea.column(), pixel));
        }
      }
      return new ExactTile(tile, block);
    }

    private PixelNumber number(long pixelLine, long firstPixel, int pixel) throws IOException {
      if (extremes.isPresent()) {
        ExtremePool pool = extremes.get();
        return pool.isUnsettled(pixel)
            ? again(numbers, pixelLine, firstPixel + pixel)
            : pool.number(pixel);
      }
      double scale = numbers.betterScale(pixel);
      return scale == 1
          ? numbers.number(pixel)
          : again(new NumberPool(lines, along, pooling, scale), pixelLine, firstPixel + pixel);
    }

    private PixelNumber again(NumberPool pool, long pixelLine, long pixel) throws IOException {
      walk.walk(pool, pixelLine, new PixelArea(pixelLine, pixel, 1, 1));
      return pool.number(0);
    }
  }
}
