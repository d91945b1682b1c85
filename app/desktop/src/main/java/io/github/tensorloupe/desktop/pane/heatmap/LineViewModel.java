package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.heatmap.LinePlot.Part;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;

/// The curve of a vector, or of the row or column with the cursor. Belongs to the FX thread;
/// reading runs in the background.
final class LineViewModel {

  enum Kind {
    PICTURE,
    ROW,
    COLUMN
  }

  private record Request(Part part, int points) {}

  /// The minimum number of visible values.
  private static final long MIN_LENGTH = 4;

  /// The curve has the nearest double of larger integers.
  private static final double EXACT_INTEGERS = 0x1p53;

  private static final String ABOUT = "≈ ";

  private final HeatMapViewModel heat;
  private final Messages messages;
  private final JobSlot<LinePlot> reading;
  final BooleanProperty active = new SimpleBooleanProperty();
  final ObjectProperty<Kind> kind;

  /// The visible part. The curve follows when the part has been read.
  final ObjectProperty<Optional<Part>> part = new SimpleObjectProperty<>(Optional.empty());

  /// The last chosen kinds, for vectors and for other slices.
  private Kind ofVectors = Kind.ROW;

  private Kind ofOthers;
  private Optional<TensorSlice> flat = Optional.empty();
  private Optional<Request> requested = Optional.empty();
  private int points;

  LineViewModel(HeatMapViewModel heat, Jobs jobs, Messages messages) {
    this.heat = heat;
    this.messages = messages;
    kind = heat.choices.kind;
    ofOthers = kind.get();
    reading = new JobSlot<>(jobs);
    heat.slice.subscribe(this::sliceChanged);
    heat.cursor.subscribe(_ -> update());
    kind.subscribe(this::kindChosen);
    active.subscribe(_ -> load());
  }

  private void sliceChanged(Optional<TensorSlice> slice) {
    flat = slice.map(shown -> shown.isFolded() ? TensorSlice.of(shown.data()) : shown);
    kind.set(isVector() ? ofVectors : ofOthers);
    update();
  }

  boolean isVector() {
    return flat.filter(it -> it.rowCount() == 1 || it.columnCount() == 1).isPresent();
  }

  private void kindChosen(Kind chosen) {
    if (isVector()) {
      ofVectors = chosen;
    } else if (flat.isPresent()) {
      ofOthers = chosen;
    }
    update();
  }

  private void update() {
    Optional<Part> whole = flat.filter(_ -> kind.get() != Kind.PICTURE).map(this::whole);
    Optional<Part> oldPart = part.get();
    part.set(
        whole.map(
            now ->
                oldPart
                    .filter(before -> before.length() == now.length())
                    .map(before -> now.of(before.begin(), before.end()))
                    .orElse(now)));
    load();
  }

  private Part whole(TensorSlice slice) {
    boolean isRow = slice.rowCount() == 1 || slice.columnCount() > 1 && kind.get() == Kind.ROW;
    Cell at = cursor().orElse(new Cell(0, 0));
    return Part.whole(slice, isRow, isRow ? at.row() : at.column());
  }

  /// Returns the cell of the cursor. A folded vector is treated as a single row.
  private Optional<Cell> cursor() {
    Optional<TensorSlice> shown = heat.slice();
    return heat.cursor
        .get()
        .filter(_ -> shown.isPresent())
        .map(at -> shown.get().elementIndex(at.row(), at.column()))
        .flatMap(element -> flat.flatMap(it -> it.cellOf(element)));
  }

  private void load() {
    if (part.get().isEmpty()) {
      requested = Optional.empty();
      reading.clear();
    } else if (active.get() && points > 0) {
      Request next = new Request(part.get().get(), points);
      if (!requested.equals(Optional.of(next)) || reading.isStopped()) {
        requested = Optional.of(next);
        reading.start(
            messages.text("heatmap.job.line"),
            (cancellation, _) -> LinePlot.of(next.part(), next.points(), cancellation),
            _ -> {});
      }
    }
  }

  void setPoints(int maxPoints) {
    if (maxPoints > 0 && maxPoints != points) {
      points = maxPoints;
      load();
    }
  }

  boolean isShown() {
    return kind.get() != Kind.PICTURE;
  }

  ReadOnlyObjectProperty<Optional<LinePlot>> plotProperty() {
    return reading.resultProperty();
  }

  ObservableValue<Optional<Failure>> failureProperty() {
    return Failures.of(reading);
  }

  /// Returns the position of the cursor along the curve; empty if it is not in any of its cells.
  OptionalLong position() {
    Optional<Part> shown = part.get();
    return shown.isEmpty() || cursor().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(shown.get().isRow() ? cursor().get().column() : cursor().get().row());
  }

  /// Zooms in by a power of two, or out for negative steps.
  ///
  /// @param around the position that stays in place
  void zoom(int steps, double around) {
    part.get()
        .ifPresent(
            now -> {
              double length = now.end() - now.begin();
              double share = (around - now.begin()) / length;
              long next =
                  Math.clamp(
                      Math.round(length * Math.pow(2, -steps)),
                      Math.min(MIN_LENGTH, now.length()),
                      now.length());
              see(now, Math.round(around - share * next), next);
            });
  }

  /// Zooms at the cursor if it is visible, else at the center.
  void zoom(int steps) {
    part.get()
        .ifPresent(
            now -> {
              long middle = now.begin() + (now.end() - now.begin()) / 2;
              long at = position().orElse(middle);
              zoom(steps, at >= now.begin() && at < now.end() ? at + 0.5 : middle);
            });
  }

  void fit() {
    part.get().ifPresent(now -> see(now, 0, now.length()));
  }

  void pan(long numbers) {
    part.get().ifPresent(now -> see(now, now.begin() + numbers, now.end() - now.begin()));
  }

  private void see(Part now, long begin, long length) {
    long first = Math.clamp(begin, 0, now.length() - length);
    part.set(Optional.of(now.of(first, first + length)));
    load();
  }

  /// Puts the caret on the value of the curve nearest to a position.
  void pick(long position) {
    part.get().ifPresent(now -> pick(now, now.cell(Math.clamp(position, 0, now.length() - 1))));
    part.get()
        .filter(now -> position < now.begin() || position >= now.end())
        .ifPresent(now -> pan(position - (now.begin() + now.end()) / 2));
  }

  private void pick(Part now, Cell cell) {
    long element = now.slice().elementIndex(cell.row(), cell.column());
    heat.slice().flatMap(shown -> shown.cellOf(element)).ifPresent(heat::pickCell);
  }

  /// Goes to a neighboring point, or to another row or column.
  void move(int along, int across) {
    Optional<Part> shown = part.get();
    if (shown.isEmpty()) {
      return;
    }
    Part now = shown.get();
    long perPoint = plotProperty().get().map(LinePlot::perPoint).orElse(1L);
    long at = position().orElse(now.begin());
    if (across != 0) {
      long lines = now.isRow() ? now.slice().rowCount() : now.slice().columnCount();
      long line = Math.clamp(now.index() + across, 0, lines - 1);
      pick(now, now.isRow() ? new Cell(line, at) : new Cell(at, line));
    } else {
      pick(
          along == Integer.MIN_VALUE
              ? 0
              : along == Integer.MAX_VALUE ? now.length() - 1 : at + along * perPoint);
    }
  }

  /// Returns the text for the point at a position: its elements, then their lowest and highest
  /// values.
  Optional<String> textAt(long position) {
    return plotProperty()
        .get()
        .filter(plot -> position >= plot.part().begin() && position < plot.part().end())
        .map(plot -> text(plot, (int) ((position - plot.part().begin()) / plot.perPoint())));
  }

  private String text(LinePlot plot, int point) {
    long begin = plot.begin(point);
    long last = Math.min(plot.part().end(), begin + plot.perPoint()) - 1;
    String place = index(plot, begin) + (last > begin ? " – " + index(plot, last) : "");
    String numbers = numbers(plot, point);
    return place + "  " + (last > begin || numbers.startsWith(ABOUT) ? "" : "= ") + numbers;
  }

  private static String index(LinePlot plot, long position) {
    TensorSlice slice = plot.part().slice();
    Cell cell = plot.part().cell(position);
    long element = slice.elementIndex(cell.row(), cell.column());
    return new ElementPosition(slice.data().info(), element).indexText();
  }

  private String numbers(LinePlot plot, int point) {
    List<String> parts = new ArrayList<>();
    double low = plot.low(point);
    double high = plot.high(point);
    if (Double.isFinite(low)) {
      String lowest = number(plot, low);
      parts.add(
          low == high ? lowest : messages.text("heatmap.line.range", lowest, number(plot, high)));
    }
    if (plot.hasNan(point)) {
      parts.add("NaN");
    }
    if (plot.hasInfinity(point)) {
      parts.add(messages.text("heatmap.infinity"));
    }
    return parts.isEmpty()
        ? messages.text(PictureLoader.PixelText.absenceKey(plot.part().slice()))
        : String.join(messages.text("heatmap.and"), parts);
  }

  private String number(LinePlot plot, double value) {
    ElementType type = plot.part().slice().type();
    if (type.isInteger() && Math.abs(value) >= EXACT_INTEGERS) {
      return ABOUT + messages.value(value);
    }
    return type.partsPerElement() > 1
        ? "|z| " + messages.value(value)
        : messages.localized(type.displayText(type.encode(value)));
  }
}
