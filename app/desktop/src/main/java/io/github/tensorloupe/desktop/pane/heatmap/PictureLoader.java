package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.heatmap.Preview;
import io.github.tensorloupe.analysis.heatmap.TileScan;
import io.github.tensorloupe.analysis.heatmap.TileScan.ExactTile;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.export.HeatMapPng;
import io.github.tensorloupe.work.Batches;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Brings what is seen, beside the FX thread: first a preview, then the exact tiles. Belongs to the
/// FX thread.
///
/// The end of the color scale comes from the preview first and, once all of what is seen is exact,
/// from these pixels; then it stays for this grid, so that moving about changes no color.
final class PictureLoader {

  private static final long CACHE_BYTES = 96L << 20;

  /// A request for a picture.
  ///
  /// @param percentile how many percent of the pixels have their own place on the scale
  record Wanted(TensorSlice slice, HeatFrame frame, Pooling pooling, double percentile) {

    private LimitKey limitKey() {
      return new LimitKey(frame.grid(), pooling, percentile);
    }
  }

  private record LimitKey(PixelGrid grid, Pooling pooling, double percentile) {}

  /// Something that has been read.
  ///
  /// @param slice that it is of
  /// @param limit of the preview
  private record Arrival(
      TensorSlice slice,
      Pooling pooling,
      Optional<Preview> preview,
      double limit,
      Optional<ExactTile> tile) {}

  private final Jobs jobs;
  private final LatestJob job;
  private final String title;
  private final TileCache cache = new TileCache(CACHE_BYTES);
  private final Map<LimitKey, Double> limits = new HashMap<>();
  private final ReadOnlyObjectWrapper<Optional<HeatPicture>> picture =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Wanted> wanted = Optional.empty();
  private Optional<PixelBlock> preview = Optional.empty();
  private Optional<Pooling> limitPooling = Optional.empty();
  private double latestLimit;

  /// @param title of the reading, for a person
  PictureLoader(Jobs jobs, String title) {
    this.jobs = jobs;
    this.job = new LatestJob(jobs);
    this.title = title;
  }

  ReadOnlyObjectProperty<Optional<HeatPicture>> pictureProperty() {
    return picture.getReadOnlyProperty();
  }

  /// Why something is missing, as a sentence.
  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /// Shows nothing and reads nothing.
  void clear() {
    job.cancel();
    forget();
    wanted = Optional.empty();
    picture.set(Optional.empty());
    failure.set(Optional.empty());
  }

  private void forget() {
    cache.clear();
    limits.clear();
    preview = Optional.empty();
    limitPooling = Optional.empty();
  }

  /// Stops reading; what is there of this slice stays.
  void pause(TensorSlice slice) {
    job.cancel();
    if (wanted.filter(before -> before.slice() != slice).isPresent()) {
      clear();
    }
  }

  /// Shows something else: what is there of it at once.
  void show(Wanted next) {
    if (wanted.filter(before -> before.slice() == next.slice()).isEmpty()) {
      forget();
    }
    wanted = Optional.of(next);
    failure.set(Optional.empty());
    update();
    List<PixelGrid.Tile> missing = missing(next);
    if (missing.isEmpty() && limits.containsKey(next.limitKey())) {
      job.cancel();
    } else {
      read(next, missing);
    }
  }

  private List<PixelGrid.Tile> missing(Wanted of) {
    PixelGrid grid = of.frame().grid();
    return of.frame().visibleTiles().stream()
        .filter(tile -> cache.tile(grid, of.pooling(), tile).isEmpty())
        .toList();
  }

  private List<PixelBlock> tiles(Wanted of) {
    PixelGrid grid = of.frame().grid();
    return of.frame().visibleTiles().stream()
        .flatMap(tile -> cache.tile(grid, of.pooling(), tile).stream())
        .toList();
  }

  private void read(Wanted next, List<PixelGrid.Tile> missing) {
    List<PixelBlock> before = tiles(next);
    Batches<Arrival> arrivals = jobs.batches(this::take);
    job.start(
        title,
        (cancellation, progress) -> bring(next, missing, before, arrivals, cancellation, progress),
        limit -> finish(next, limit),
        thrown -> failure.set(Optional.of(Failures.of(thrown))));
  }

  private static double bring(
      Wanted next,
      List<PixelGrid.Tile> missing,
      List<PixelBlock> before,
      Batches<Arrival> arrivals,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    PixelGrid grid = next.frame().grid();
    if (!grid.isElementwise() && !missing.isEmpty()) {
      Preview first = Preview.of(next.slice(), grid, next.frame().visible(), cancellation);
      double limit = ColorLimit.of(next.percentile(), List.of(first.pixels()));
      arrivals.add(
          new Arrival(next.slice(), next.pooling(), Optional.of(first), limit, Optional.empty()));
    }
    ConcurrentLinkedQueue<PixelBlock> all = new ConcurrentLinkedQueue<>(before);
    TileScan.besideOthers()
        .run(
            next.slice(),
            grid,
            next.pooling(),
            missing,
            tile -> {
              all.add(tile.pixels());
              arrivals.add(
                  new Arrival(
                      next.slice(), next.pooling(), Optional.empty(), 0, Optional.of(tile)));
            },
            cancellation,
            progress);
    arrivals.flush();
    return ColorLimit.of(next.percentile(), List.copyOf(all));
  }

  private void take(List<Arrival> arrived) {
    for (Arrival arrival : arrived) {
      if (wanted.filter(now -> now.slice() == arrival.slice()).isPresent()) {
        arrival.tile().ifPresent(tile -> cache.put(arrival.pooling(), tile));
        arrival
            .preview()
            .ifPresent(
                block -> {
                  preview = Optional.of(block.pixels());
                  keepLimit(arrival.limit(), arrival.pooling());
                });
      }
    }
    update();
  }

  private void keepLimit(double limit, Pooling pooling) {
    latestLimit = limit;
    limitPooling = Optional.of(pooling);
  }

  private void finish(Wanted done, double limit) {
    limits.putIfAbsent(done.limitKey(), limit);
    update();
  }

  private void update() {
    picture.set(wanted.map(this::picture));
  }

  private HeatPicture picture(Wanted of) {
    List<PixelBlock> tiles = tiles(of);
    boolean complete =
        limits.containsKey(of.limitKey()) && tiles.size() == of.frame().visibleTiles().size();
    return new HeatPicture(
        of.frame(),
        complete ? Optional.empty() : preview.filter(block -> isOf(block, of)),
        tiles,
        complete,
        HeatMapPng.isSigned(of.slice().type().dtype(), of.pooling()),
        limit(of, tiles));
  }

  private static boolean isOf(PixelBlock block, Wanted of) {
    return block.grid().equals(of.frame().grid());
  }

  private double limit(Wanted of, List<PixelBlock> tiles) {
    Double known = limits.get(of.limitKey());
    if (known != null) {
      keepLimit(known, of.pooling());
    } else if (limitPooling.filter(of.pooling()::equals).isEmpty() && !tiles.isEmpty()) {
      keepLimit(ColorLimit.of(of.percentile(), tiles), of.pooling());
    }
    return limitPooling.isPresent() ? latestLimit : 1;
  }

  /// The exact tiles of one slice that were asked for last, up to a certain number of bytes.
  private static final class TileCache {

    private record Key(PixelGrid grid, Pooling pooling, PixelGrid.Tile tile) {}

    private final long maxBytes;
    private final LinkedHashMap<Key, PixelBlock> tiles = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    TileCache(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    void clear() {
      tiles.clear();
      bytes = 0;
    }

    Optional<PixelBlock> tile(PixelGrid grid, Pooling pooling, PixelGrid.Tile tile) {
      return Optional.ofNullable(tiles.get(new Key(grid, pooling, tile)));
    }

    void put(Pooling pooling, ExactTile tile) {
      PixelBlock replaced =
          tiles.put(new Key(tile.pixels().grid(), pooling, tile.tile()), tile.pixels());
      bytes += tile.pixels().byteCount() - (replaced == null ? 0 : replaced.byteCount());
      while (bytes > maxBytes && tiles.size() > 1) {
        bytes -= tiles.pollFirstEntry().getValue().byteCount();
      }
    }

    long byteCount() {
      return bytes;
    }
  }
}
