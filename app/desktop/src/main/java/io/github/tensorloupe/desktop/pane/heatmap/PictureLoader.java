package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.heatmap.Preview;
import io.github.tensorloupe.analysis.heatmap.TileScan;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.selection.LinkedState.Limits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.export.HeatMapPng;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ByteSource.ReadAnnouncement;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.util.stream.Stream;

/// Loads the visible area in the background: first a preview, then the exact tiles. Belongs to the
/// FX thread.
///
/// The limit of the color scale is computed from the preview first and, once the whole visible area
/// is exact, from the exact pixels. It is then kept for this grid, so that panning does not change
/// colors.
final class PictureLoader {

  /// A request for a picture.
  ///
  /// @param percentile the percentage of pixels within the range of the color scale
  record Wanted(TensorSlice slice, HeatMapViewport frame, Pooling pooling, double percentile) {

    private LimitKey limitKey() {
      return new LimitKey(frame.grid(), pooling, percentile);
    }

    private TileKey key(PixelGrid.Tile tile) {
      return new TileKey(frame.grid(), pooling, tile);
    }
  }

  /// The limits of the color scales of linked heat maps.
  static final class PictureLimits extends Limits {}

  private record LimitKey(PixelGrid grid, Pooling pooling, double percentile) {}

  private record TileKey(PixelGrid grid, Pooling pooling, PixelGrid.Tile tile) {}

  private record Limit(Pooling pooling, double value) {}

  private final Limits colorLimits;
  private final HeatMapBudget budget;
  private final Jobs jobs;
  private final JobSlot<Double> reading;
  private final String title;
  // Exact tiles of one slice, the most recently used tile last.
  private final SequencedMap<TileKey, PixelBlock> tiles = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<LimitKey, Double> limits = new HashMap<>();
  final ObjectProperty<Optional<HeatPicture>> picture =
      new SimpleObjectProperty<>(Optional.empty());

  /// The reason why tiles are missing.
  final ObservableValue<Optional<Failure>> failure;

  private Optional<Wanted> wanted = Optional.empty();
  private Optional<PixelBlock> preview = Optional.empty();
  private Optional<Limit> latestLimit = Optional.empty();

  /// @param colorLimits the limits of all pictures with the same colors
  /// @param budget limits the cached tiles of all loaders
  PictureLoader(Jobs jobs, String title, Limits colorLimits, HeatMapBudget budget) {
    this.budget = budget;
    this.colorLimits = colorLimits;
    colorLimits.onOthers(this, this::update);
    this.jobs = jobs;
    this.reading = new JobSlot<>(jobs);
    this.failure = Failures.of(reading);
    this.title = title;
  }

  void clear() {
    reading.clear();
    forget();
    wanted = Optional.empty();
    update();
  }

  private void forget() {
    tiles.clear();
    limits.clear();
    preview = Optional.empty();
    latestLimit = Optional.empty();
    colorLimits.byPane.remove(this);
  }

  private boolean isOf(TensorSlice slice) {
    return wanted.filter(now -> now.slice() == slice).isPresent();
  }

  /// Stops reading. Keeps the loaded tiles of this slice, and drops the tiles of other slices.
  void pause(TensorSlice slice) {
    reading.clear();
    if (wanted.isPresent() && !isOf(slice)) {
      clear();
    }
  }

  /// Shows the loaded tiles of a request at once, and reads the missing ones.
  void show(Wanted next) {
    if (!isOf(next.slice())) {
      reading.clear();
      forget();
    }
    wanted = Optional.of(next);
    update();
    List<PixelGrid.Tile> missing =
        next.frame().visibleTiles().stream()
            .filter(tile -> !tiles.containsKey(next.key(tile)))
            .toList();
    if (missing.isEmpty() && limits.containsKey(next.limitKey())) {
      reading.clear();
    } else {
      read(next, missing);
    }
  }

  private List<PixelBlock> visible(Wanted of) {
    Stream<PixelBlock> known = of.frame().visibleTiles().stream().map(of::key).map(tiles::get);
    return known.filter(Objects::nonNull).toList();
  }

  private void read(Wanted next, List<PixelGrid.Tile> missing) {
    List<PixelBlock> before = visible(next);
    // Tiles of an earlier request for the same slice are used too.
    Batches<Runnable> arrivals = jobs.batches(batch -> applyArrivals(next, batch));
    reading.start(
        title,
        (cancellation, progress) -> {
          try (ReadAnnouncement _ = announceReads(next.frame().grid(), next.slice(), missing)) {
            return readTiles(next, missing, before, arrivals, cancellation, progress);
          }
        },
        limit -> {
          limits.putIfAbsent(next.limitKey(), limit);
          update();
        },
        _ -> {});
  }

  /// Announces the range from the first to the last cell of tiles, see [TensorData#announceReads].
  private static ReadAnnouncement announceReads(
      PixelGrid grid, TensorSlice slice, List<PixelGrid.Tile> tiles) throws IOException {
    if (tiles.isEmpty()) {
      return () -> {};
    }
    PixelArea first = grid.areaOf(tiles.getFirst());
    PixelArea last = grid.areaOf(tiles.getLast());
    long row = Math.min((last.row() + last.height()) * grid.rowsPerPixel(), slice.rowCount());
    long column =
        Math.min((last.column() + last.width()) * grid.columnsPerPixel(), slice.columnCount());
    TensorData data = slice.data();
    ByteRange all = data.range();
    long begin =
        slice.byteOffset(
            first.row() * grid.rowsPerPixel(), first.column() * grid.columnsPerPixel());
    long end = slice.byteOffset(row - 1, column - 1) + 1;
    begin = Math.clamp(begin, all.begin(), all.end());
    ByteRange range = new ByteRange(begin, Math.clamp(end, begin, all.end()));
    return TensorData.announceReads(List.of(new TensorData(data.file(), data.info(), range)));
  }

  /// Reads the missing tiles on a background thread.
  ///
  /// @param arrivals receives the actions to run on the FX thread
  /// @return the limit of the color scale
  private double readTiles(
      Wanted next,
      List<PixelGrid.Tile> missing,
      List<PixelBlock> before,
      Batches<Runnable> arrivals,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    PixelGrid grid = next.frame().grid();
    if (!grid.isElementwise() && !missing.isEmpty()) {
      PixelBlock first = Preview.of(next.slice(), grid, next.frame().visible(), cancellation);
      Limit limit = new Limit(next.pooling(), ColorLimit.of(next.percentile(), List.of(first)));
      arrivals.add(
          () -> {
            preview = Optional.of(first);
            latestLimit = Optional.of(limit);
          });
    }
    Queue<PixelBlock> all = new ConcurrentLinkedQueue<>(before);
    TileScan.inBackground()
        .run(
            next.slice(),
            grid,
            next.pooling(),
            missing,
            tile -> {
              all.add(tile);
              arrivals.add(() -> budget.put(tiles, next.key(tile.tile()), tile));
            },
            cancellation,
            progress);
    arrivals.flush();
    return ColorLimit.of(next.percentile(), List.copyOf(all));
  }

  private void applyArrivals(Wanted of, List<Runnable> arrived) {
    if (isOf(of.slice())) {
      arrived.forEach(Runnable::run);
      update();
    }
  }

  private void update() {
    picture.set(wanted.map(this::picture));
  }

  private HeatPicture picture(Wanted of) {
    List<PixelBlock> exact = visible(of);
    boolean complete =
        limits.containsKey(of.limitKey()) && exact.size() == of.frame().visibleTiles().size();
    Optional<PixelBlock> rough =
        preview.filter(it -> !complete && it.grid().equals(of.frame().grid()));
    boolean signed = HeatMapPng.isSigned(of.slice().type().dtype(), of.pooling());
    return new HeatPicture(of.frame(), rough, exact, complete, signed, limit(of, exact));
  }

  private double limit(Wanted of, List<PixelBlock> exact) {
    Double known = limits.get(of.limitKey());
    if (known != null) {
      latestLimit = Optional.of(new Limit(of.pooling(), known));
    } else if (latestLimit.filter(last -> last.pooling() == of.pooling()).isEmpty()
        && !exact.isEmpty()) {
      latestLimit = Optional.of(new Limit(of.pooling(), ColorLimit.of(of.percentile(), exact)));
    }
    return latestLimit.isEmpty() ? 1 : colorLimits.largest(this, latestLimit.get().value());
  }

  /// The text for a pixel: its elements and its value.
  record PixelText(TensorSlice slice, Pooling pooling, Messages messages) {

    /// Integers of at least this magnitude may have been rounded.
    private static final double EXACT_INTEGERS = 0x1p53;

    /// Returns the message key of the reason for a missing picture; empty if there can be one.
    static String missingKey(Optional<TensorRef> selected) {
      if (selected.isEmpty()) {
        return "heatmap.nothing";
      }
      TensorInfo info = selected.get().info();
      if (selected.get().data().isEmpty() || !TensorSlice.hasValidElementCount(info)) {
        return "heatmap.no-data";
      }
      long count = info.shape().elementCount().orElseThrow();
      return count == 0 ? "heatmap.empty" : count == 1 ? "heatmap.scalar" : "";
    }

    static String absenceKey(TensorSlice slice) {
      return slice.data().isComplete() ? "heatmap.behind-the-end" : "heatmap.not-in-file";
    }

    /// Returns the elements of a pixel, as `[12, 803]` or `[3, 0–32, 66–98]`, and its value if it
    /// has been read.
    String of(HeatPicture picture, HeatMapViewport.Pixel pixel) {
      String place = place(picture.frame().grid(), pixel.row(), pixel.column());
      Optional<PixelBlock> block = picture.blockAt(pixel.row(), pixel.column());
      return place + block.map(it -> "  " + number(it, picture.isExact(it), pixel)).orElse("");
    }

    private String place(PixelGrid grid, long row, long column) {
      long firstRow = row * grid.rowsPerPixel();
      long firstColumn = column * grid.columnsPerPixel();
      if (grid.isElementwise() && slice.isPresent(firstRow, firstColumn)) {
        return new ElementPosition(slice.data().info(), slice.elementIndex(firstRow, firstColumn))
            .indexText();
      }
      long lastRow = Math.min(grid.rowCount(), firstRow + grid.rowsPerPixel()) - 1;
      long lastColumn = Math.min(grid.columnCount(), firstColumn + grid.columnsPerPixel()) - 1;
      if (slice.axes().tiles().isPresent()) {
        return tiles(firstRow, lastRow, firstColumn, lastColumn);
      }
      return cells(range(firstRow, lastRow), range(firstColumn, lastColumn), Map.of());
    }

    private String tiles(long firstRow, long lastRow, long firstColumn, long lastColumn) {
      SliceAxes.Tiles tiles = slice.axes().tiles().orElseThrow();
      long height = slice.tileHeight();
      long width = slice.tileWidth();
      if (slice.isInLines()) {
        return messages.text(
            "heatmap.folded.cells", range(firstRow, lastRow), range(firstColumn, lastColumn));
      }
      Map<Integer, String> outer =
          Map.of(
              tiles.rowAxis(), range(firstRow / height, lastRow / height),
              tiles.columnAxis(), range(firstColumn / width, lastColumn / width));
      return cells(
          within(firstRow, lastRow, height), within(firstColumn, lastColumn, width), outer);
    }

    private static String within(long first, long last, long length) {
      return first / length == last / length ? range(first % length, last % length) : ":";
    }

    private String cells(String rows, String columns, Map<Integer, String> tiles) {
      if (slice.isFolded()) {
        return messages.text("heatmap.folded.cells", rows, columns);
      }
      SliceAxes axes = slice.axes();
      return IntStream.range(0, axes.indexes().size())
          .mapToObj(
              axis ->
                  axis == axes.rowAxis()
                      ? rows
                      : axis == axes.columnAxis()
                          ? columns
                          : tiles.getOrDefault(axis, Long.toString(axes.indexes().get(axis))))
          .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String range(long first, long last) {
      return first == last ? Long.toString(first) : first + "–" + last;
    }

    /// @param exact true if the value is computed from all elements of the pixel
    private String number(PixelBlock block, boolean exact, HeatMapViewport.Pixel pixel) {
      int index = block.index(pixel.row(), pixel.column());
      boolean elementwise = block.grid().isElementwise();
      if (block.isAbsent(index)) {
        return messages.text(absenceKey(slice));
      }
      String text = special(block, index, elementwise);
      if (!exact) {
        return messages.text("heatmap.sampled", text);
      }
      return elementwise
          ? "= " + text
          : messages.text("heatmap.value." + pooling.name().toLowerCase(Locale.ROOT), text);
    }

    private String special(PixelBlock block, int index, boolean elementwise) {
      double value = block.value(index);
      List<String> parts = new ArrayList<>();
      if (!Double.isNaN(value)) {
        parts.add(number(value, elementwise));
      }
      if (block.isNan(index)) {
        parts.add("NaN");
      }
      if (block.isInfinite(index)) {
        parts.add(messages.text("heatmap.infinity"));
      }
      return String.join(messages.text("heatmap.and"), parts);
    }

    private String number(double value, boolean elementwise) {
      ElementType type = slice.type();
      if (type.partsPerElement() > 1) {
        return (elementwise ? "|z| " : "") + messages.value(value);
      }
      if (pooling != Pooling.EXTREME && !elementwise) {
        return messages.value(value);
      }
      boolean rounded = type.isInteger() && Math.abs(value) >= EXACT_INTEGERS;
      return (rounded ? "≈ " : "") + messages.localized(type.displayText(type.encode(value)));
    }
  }
}
