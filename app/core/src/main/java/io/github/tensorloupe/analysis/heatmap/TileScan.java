package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Makes exact tiles on several threads, each tile from every one of its elements. Immutable and
/// thread-safe; the threads live as long as a call.
public final class TileScan {

  private static final int MOST_THREADS = 8;

  private final int threadCount;

  /// @param threadCount how many threads read, at least 1
  public TileScan(int threadCount) {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
    this.threadCount = threadCount;
  }

  /// With a thread for each processor, up to a few, but one of several is left to others.
  public static TileScan besideOthers() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new TileScan(Math.clamp(processors - 1, 1, MOST_THREADS));
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
    AtomicBoolean failed = new AtomicBoolean();
    Cancellation stop = () -> failed.get() || cancellation.isRequested();
    onThreads(
        Math.min(threadCount, tiles.size()),
        failed,
        () -> {
          TilePooler pooler = new TilePooler(slice, grid, pooling, stop);
          for (int i = next.getAndIncrement(); i < tiles.size(); i = next.getAndIncrement()) {
            stop.check();
            ExactTile tile = pooler.tile(tiles.get(i));
            slice.data().file().requireUnchanged();
            results.accept(tile);
            progress.report(done.incrementAndGet(), tiles.size());
          }
        });
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void onThreads(int count, AtomicBoolean failed, Work work) throws IOException {
    if (count <= 1) {
      work.run();
      return;
    }
    List<Future<?>> running = new ArrayList<>();
    // Closing waits for the threads, and interrupts none.
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            count, Thread.ofPlatform().daemon().name("tensorloupe-tile-", 1).factory())) {
      for (int i = 0; i < count; i++) {
        running.add(
            threads.submit(
                () -> {
                  try {
                    work.run();
                  } catch (Throwable e) {
                    failed.set(true);
                    throw e;
                  }
                  return null;
                }));
      }
    }
    rethrowFirst(running);
  }

  /// Rethrows the first failure; later ones follow from it.
  private static void rethrowFirst(List<Future<?>> ended) throws IOException {
    Throwable failure = null;
    for (Future<?> thread : ended) {
      if (thread.state() == Future.State.FAILED
          && (failure == null || failure instanceof CancellationException)) {
        failure = thread.exceptionNow();
      }
    }
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(new ExecutionException(failure));
    }
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
}
