package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.PixelSearch;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;

/// What the pane shows. Belongs to the FX thread; reading runs beside it.
public final class HeatMapViewModel {

  private final Selection selection;
  private final Messages messages;
  private final PictureLoader loader;
  private final LatestJob search;
  private final HeatExport export;
  private final BooleanProperty active = new SimpleBooleanProperty();
  private final ObjectProperty<Pooling> pooling = new SimpleObjectProperty<>(Pooling.EXTREME);
  private final DoubleProperty percentile = new SimpleDoubleProperty(ColorLimit.USUAL_PERCENTILE);
  private final ReadOnlyObjectWrapper<HeatState> state = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<Optional<TensorSlice.Cell>> caret =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<TensorSlice.Cell>> cursor =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> searchFailure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<String>> refusal =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<TensorRef> tensor = Optional.empty();
  private Optional<HeatFrame> frame = Optional.empty();
  private boolean fitted = true;
  private int width;
  private int height;
  private boolean movesCaretItself;

  /// @param selection shared with the other panes
  /// @param jobs runs the reading
  public HeatMapViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.loader = new PictureLoader(jobs, messages.text("heatmap.job.picture"));
    this.search = new LatestJob(jobs);
    this.export = new HeatExport(selection, jobs, messages);
    selection.documentProperty().subscribe(_ -> export.stop());
    selection.tensorProperty().subscribe(this::tensorSelected);
    selection.caretProperty().subscribe(this::caretMoved);
    active.subscribe(this::load);
    pooling.subscribe(this::load);
    percentile.subscribe(_ -> load());
  }

  private void tensorSelected(Optional<TensorRef> selected) {
    if (state.get() == null || !selected.equals(tensor)) {
      tensor = selected;
      search.cancel();
      show(SliceChoice.of(selected, messages));
    }
  }

  private void show(HeatState next) {
    caret.set(Optional.empty());
    cursor.set(Optional.empty());
    refusal.set(Optional.empty());
    searchFailure.set(Optional.empty());
    fitted = true;
    frame = Optional.empty();
    state.set(next);
    arrange();
  }

  /// Shows another matrix of the same tensor.
  private void turnTo(TensorSlice next) {
    Optional<TensorSlice> before = slice();
    boolean sameSize =
        before
            .filter(
                shown ->
                    shown.rowCount() == next.rowCount()
                        && shown.columnCount() == next.columnCount())
            .isPresent();
    if (!sameSize) {
      fitted = true;
      frame = Optional.empty();
    }
    cursor.set(Optional.empty());
    state.set(new HeatState.Shown(next));
    arrange();
    followCaret(false);
  }

  private void caretMoved(Optional<Caret> moved) {
    refusal.set(Optional.empty());
    searchFailure.set(Optional.empty());
    if (!movesCaretItself) {
      search.cancel();
    }
    Optional<Long> element = caretElement();
    if (element.isPresent() && slice().isPresent()) {
      TensorSlice shown = slice().get();
      TensorSlice holding = SliceChoice.holding(shown, element.get());
      if (holding != shown) {
        turnTo(holding);
      }
    }
    followCaret(!movesCaretItself);
  }

  private Optional<Long> caretElement() {
    return selection
        .caretProperty()
        .get()
        .filter(at -> tensor.filter(shown -> shown.file() == at.file()).isPresent())
        .flatMap(
            at ->
                slice()
                    .filter(shown -> shown.data().range().contains(at.byteOffset()))
                    .flatMap(
                        shown ->
                            ElementPosition.of(
                                shown.data().info(),
                                at.byteOffset() - shown.data().range().begin())))
        .map(ElementPosition::elementIndex);
  }

  private void followCaret(boolean reveal) {
    caret.set(caretElement().flatMap(element -> slice().flatMap(shown -> shown.cellOf(element))));
    if (caret.get().isPresent()) {
      cursor.set(caret.get());
      TensorSlice.Cell cell = caret.get().get();
      if (reveal && frame.isPresent()) {
        setFrame(frame.get().showing(cell.row(), cell.column()));
      }
    }
  }

  /// Says how much of the screen there is for the picture, in its pixels.
  void setRoom(int newHeight, int newWidth) {
    if (newHeight != height || newWidth != width) {
      height = newHeight;
      width = newWidth;
      arrange();
    }
  }

  private void arrange() {
    Optional<TensorSlice> slice = slice();
    if (slice.isEmpty() || height < 1 || width < 1) {
      frame = Optional.empty();
    } else if (fitted || frame.isEmpty()) {
      frame = Optional.of(fitting(slice.get()));
    } else {
      frame = Optional.of(frame.get().inRoom(height, width));
    }
    load();
  }

  private HeatFrame fitting(TensorSlice slice) {
    return HeatFrame.fitting(slice.rowCount(), slice.columnCount(), height, width);
  }

  private void load() {
    if (frame.isEmpty() || slice().isEmpty()) {
      loader.clear();
    } else if (active.get()) {
      loader.show(
          new PictureLoader.Wanted(slice().get(), frame.get(), pooling.get(), percentile.get()));
    } else {
      loader.pause(slice().get());
    }
  }

  private void setFrame(HeatFrame next) {
    if (!frame.equals(Optional.of(next))) {
      frame = Optional.of(next);
      load();
    }
  }

  /// The slice that is shown.
  Optional<TensorSlice> slice() {
    return state.get() instanceof HeatState.Shown(TensorSlice slice)
        ? Optional.of(slice)
        : Optional.empty();
  }

  /// Shows all of the slice.
  void fit() {
    fitted = true;
    arrange();
  }

  /// Shows one element as one pixel of the screen.
  void showElementwise() {
    frame.ifPresent(shown -> zoomTo(shown.elementwise()));
  }

  /// Goes nearer, or further away for negative steps.
  ///
  /// @param x of the place that stays where it is, in pixels of the screen
  void zoom(int steps, double x, double y) {
    frame.ifPresent(shown -> zoomTo(shown.zoomed(steps, x, y)));
  }

  /// Goes nearer to the cursor if it is seen, else to the middle.
  void zoom(int steps) {
    frame.ifPresent(
        shown -> {
          Optional<TensorSlice.Cell> at = cursor.get().filter(cell -> isSeen(shown, cell));
          double x = at.map(cell -> middle(shown.columns(), cell.column())).orElse(width / 2.0);
          double y = at.map(cell -> middle(shown.rows(), cell.row())).orElse(height / 2.0);
          zoom(steps, x, y);
        });
  }

  private static boolean isSeen(HeatFrame shown, TensorSlice.Cell cell) {
    return shown.showing(cell.row(), cell.column()).equals(shown);
  }

  private static double middle(ViewAxis axis, long cell) {
    return axis.origin() + (axis.pixelOf(cell) + 0.5) * axis.magnified();
  }

  private void zoomTo(HeatFrame next) {
    fitted = slice().map(this::fitting).filter(next::equals).isPresent();
    setFrame(next);
  }

  /// Moves on in the picture.
  ///
  /// @param right in pixels of the screen
  void pan(long down, long right) {
    frame.ifPresent(shown -> setFrame(shown.moved(down, right)));
  }

  /// Moves the cursor by pixels of the picture, and shows it.
  void moveCursor(long down, long right) {
    frame.ifPresent(
        shown -> {
          PixelGrid grid = shown.grid();
          long row = cursor.get().map(cell -> shown.rows().pixelOf(cell.row()) + down).orElse(0L);
          long column =
              cursor.get().map(cell -> shown.columns().pixelOf(cell.column()) + right).orElse(0L);
          TensorSlice.Cell cell =
              new TensorSlice.Cell(
                  Math.clamp(row, 0, grid.height() - 1) * grid.rowsPerPixel(),
                  Math.clamp(column, 0, grid.width() - 1) * grid.columnsPerPixel());
          cursor.set(Optional.of(cell));
          setFrame(shown.showing(cell.row(), cell.column()));
        });
  }

  /// Puts the caret on the element that the cursor's pixel is looked at for.
  void pickAtCursor() {
    frame.ifPresent(
        shown ->
            cursor
                .get()
                .ifPresent(
                    cell ->
                        pick(
                            shown.rows().pixelOf(cell.row()),
                            shown.columns().pixelOf(cell.column()))));
  }

  /// Puts the caret on the element that the pixel at a place is looked at for.
  void pickAt(double x, double y) {
    frame.ifPresent(
        shown -> {
          long row = shown.rows().pixelAt(y);
          long column = shown.columns().pixelAt(x);
          if (row >= 0 && column >= 0) {
            pick(row, column);
          }
        });
  }

  private void pick(long row, long column) {
    TensorSlice shown = slice().orElseThrow();
    PixelGrid grid = frame.orElseThrow().grid();
    if (grid.isElementwise()) {
      place(shown, Optional.of(new TensorSlice.Cell(row, column)));
      return;
    }
    search.start(
        messages.text("heatmap.job.search"),
        (cancellation, _) -> PixelSearch.cellOf(shown, grid, row, column, cancellation),
        found -> place(shown, found),
        thrown -> searchFailure.set(Optional.of(Failures.of(thrown))));
  }

  private void place(TensorSlice shown, Optional<TensorSlice.Cell> found) {
    Optional<TensorSlice.Cell> present =
        found.filter(cell -> shown.isPresent(cell.row(), cell.column()));
    if (present.isEmpty()) {
      refusal.set(
          Optional.of(
              messages.text(
                  shown.data().isComplete() ? "heatmap.behind-the-end" : "heatmap.not-in-file")));
      return;
    }
    movesCaretItself = true;
    try {
      TensorSlice.Cell cell = present.get();
      selection.placeCaret(
          tensor.orElseThrow().file(), shown.byteOffset(cell.row(), cell.column()));
      // Of several elements in one byte the caret names the first.
      caret.set(present);
      cursor.set(present);
    } finally {
      movesCaretItself = false;
    }
  }

  /// Exchanges rows and columns; a folded vector stays as it is.
  void transpose() {
    slice()
        .filter(shown -> !SliceChoice.isFolded(shown))
        .ifPresent(shown -> turnTo(TensorSlice.of(shown.data(), shown.axes().transposed())));
  }

  /// Shows the matrix at another index of an axis that is held.
  ///
  /// @param index pressed into the axis
  void hold(int axis, long index) {
    slice()
        .ifPresent(
            shown -> {
              long last = shown.data().info().shape().dimension(axis) - 1;
              long wanted = Math.clamp(index, 0, last);
              if (shown.axes().indexes().get(axis) != wanted) {
                turnTo(TensorSlice.of(shown.data(), shown.axes().at(axis, wanted)));
              }
            });
  }

  /// Shows the matrix at an index that was typed, or says why that cannot be.
  void hold(int axis, String typed) {
    slice()
        .ifPresent(
            shown -> {
              long count = shown.data().info().shape().dimension(axis);
              String digits = typed.strip();
              if (!digits.matches("[0-9]{1,18}") || Long.parseLong(digits) >= count) {
                refusal.set(
                    Optional.of(
                        messages.text(
                            "heatmap.axis.outside",
                            DisplayText.of(digits),
                            axis,
                            Figures.count(count - 1))));
              } else {
                refusal.set(Optional.empty());
                hold(axis, Long.parseLong(digits));
              }
            });
  }

  /// Shows another axis from top to bottom or from left to right; an axis that goes the other way
  /// gives it up.
  void showAxis(int axis, boolean asRows) {
    slice()
        .ifPresent(
            shown -> {
              SliceAxes axes = shown.axes();
              int other = asRows ? axes.columnAxis() : axes.rowAxis();
              int replaced = asRows ? axes.rowAxis() : axes.columnAxis();
              int kept = other == axis ? replaced : other;
              SliceAxes next =
                  new SliceAxes(asRows ? axis : kept, asRows ? kept : axis, axes.indexes());
              if (!next.equals(axes)) {
                turnTo(TensorSlice.of(shown.data(), next));
              }
            });
  }

  /// Whether the pane is the one that is turned to; nothing is read while it is not.
  public BooleanProperty activeProperty() {
    return active;
  }

  /// What becomes of several elements in one pixel.
  ObjectProperty<Pooling> poolingProperty() {
    return pooling;
  }

  /// How many percent of the pixels have their own place on the scale.
  DoubleProperty percentileProperty() {
    return percentile;
  }

  /// What the pane is about.
  ReadOnlyObjectProperty<HeatState> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// What there is to draw.
  ReadOnlyObjectProperty<Optional<HeatPicture>> pictureProperty() {
    return loader.pictureProperty();
  }

  /// Where the caret of all panes is, if it is in this slice.
  ReadOnlyObjectProperty<Optional<TensorSlice.Cell>> caretProperty() {
    return caret.getReadOnlyProperty();
  }

  /// Where the keyboard is: the first element of a pixel.
  ReadOnlyObjectProperty<Optional<TensorSlice.Cell>> cursorProperty() {
    return cursor.getReadOnlyProperty();
  }

  /// Why the picture is not whole, or why it could not be looked for what a pixel stands for.
  ObservableValue<Optional<Failure>> failureProperty() {
    return loader
        .failureProperty()
        .flatMap(failed -> failed.isPresent() ? new SimpleObjectProperty<>(failed) : searchFailure);
  }

  /// Why the caret was not placed, as a sentence.
  ReadOnlyObjectProperty<Optional<String>> refusalProperty() {
    return refusal.getReadOnlyProperty();
  }

  /// The writing of files.
  HeatExport export() {
    return export;
  }

  /// What is said of the pixel at a place: which elements, then their number.
  Optional<String> textAt(double x, double y) {
    return pictureProperty()
        .get()
        .flatMap(
            shown ->
                text(shown, shown.frame().rows().pixelAt(y), shown.frame().columns().pixelAt(x)));
  }

  /// What is said of the pixel at the cursor.
  Optional<String> textAtCursor() {
    return pictureProperty()
        .get()
        .flatMap(
            shown ->
                cursor
                    .get()
                    .flatMap(
                        cell ->
                            text(
                                shown,
                                shown.frame().rows().pixelOf(cell.row()),
                                shown.frame().columns().pixelOf(cell.column()))));
  }

  private Optional<String> text(HeatPicture shown, long row, long column) {
    if (row < 0 || column < 0 || slice().isEmpty()) {
      return Optional.empty();
    }
    PixelText text = new PixelText(slice().get(), shown.frame().grid(), pooling.get(), messages);
    String number =
        shown
            .blockAt(row, column)
            .map(block -> "  " + text.number(block, shown.isExact(block), row, column))
            .orElse("");
    return Optional.of(text.place(row, column) + number);
  }
}
