package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.work.Cancellation;

/// Makes exact tiles on one thread.
final class TilePooler {

  private final PixelGrid grid;
  private final SliceLines lines;
  private final PixelGrid along;
  private final Pooling pooling;
  private final BandWalk walk;
  private final NumberPool numbers;
  private final Optional<ExtremePool> extremes;

  TilePooler(TensorSlice slice, PixelGrid grid, Pooling pooling, Cancellation cancellation) {
    this.grid = grid;
    this.pooling = pooling;
    lines = new SliceLines(slice);
    along = lines.along(grid);
    walk = new BandWalk(lines, along, cancellation);
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
        PixelNumber number = number(pixelLine, alongArea.column(), pixel);
        block.put(lines.isTurned() ? pixel : line, lines.isTurned() ? line : pixel, number);
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
