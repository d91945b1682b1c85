package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;

/// The state of the pane. Belongs to the FX thread; reading runs beside it.
public final class HeatMapViewModel {

  /// The pixels of the picture that a page key moves the cursor by.
  private static final int PAGE = 16;

  private final Selection selection;
  private final Messages messages;
  private final PictureLoader loader;
  private final PixelPicker picker;
  private final HeatExport export;
  private final BooleanProperty active = new SimpleBooleanProperty();
  private final ObjectProperty<Pooling> pooling = new SimpleObjectProperty<>(Pooling.EXTREME);
  private final DoubleProperty percentile = new SimpleDoubleProperty(ColorLimit.USUAL_PERCENTILE);
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<Optional<TensorSlice.Cell>> caret =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<TensorSlice.Cell>> cursor =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<TensorRef> tensor = Optional.empty();
  private Optional<HeatFrame> frame = Optional.empty();
  private boolean fitted = true;
  private int width;
  private int height;

  /// @param selection shared with the other panes
  /// @param jobs runs the reading
  public HeatMapViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.loader = new PictureLoader(jobs, messages.text("heatmap.job.picture"));
    this.picker = new PixelPicker(selection, jobs, messages);
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
      picker.cancel();
      show(SliceChoice.of(selected, messages));
    }
  }

  private void show(State next) {
    caret.set(Optional.empty());
    cursor.set(Optional.empty());
    picker.forget();
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
    state.set(new State.Shown(next));
    arrange();
    followCaret(false);
  }

  private void caretMoved(Optional<Caret> moved) {
    picker.forget();
    if (!picker.isPlacing()) {
      picker.cancel();
    }
    Optional<Long> element = caretElement();
    if (element.isPresent() && slice().isPresent()) {
      TensorSlice shown = slice().get();
      TensorSlice holding = SliceChoice.holding(shown, element.get());
      if (holding != shown) {
        turnTo(holding);
      }
    }
    followCaret(!picker.isPlacing());
  }

  private Optional<Long> caretElement() {
    return selection
        .caretProperty()
        .get()
        .filter(at -> tensor.filter(shown -> shown.file() == at.file()).isPresent())
        .flatMap(at -> slice().flatMap(shown -> SliceChoice.elementAt(shown, at.byteOffset())));
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
    return state.get() instanceof State.Shown(TensorSlice slice)
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

  /// Zooms at the cursor if it is visible, else at the center.
  void zoom(int steps) {
    frame.ifPresent(shown -> zoomTo(shown.zoomed(steps, cursor.get())));
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

  /// Moves the cursor as a key asks.
  void move(CaretMove move) {
    switch (move) {
      case LEFT, PAGE_LEFT -> moveCursor(0, -1);
      case RIGHT, PAGE_RIGHT -> moveCursor(0, 1);
      case UP -> moveCursor(-1, 0);
      case DOWN -> moveCursor(1, 0);
      case PAGE_UP -> moveCursor(-PAGE, 0);
      case PAGE_DOWN -> moveCursor(PAGE, 0);
      case ROW_START, FIRST -> moveCursor(0, Integer.MIN_VALUE);
      case ROW_END, LAST -> moveCursor(0, Integer.MAX_VALUE);
    }
  }

  /// Moves the cursor by pixels of the picture, and shows it.
  void moveCursor(long down, long right) {
    frame.ifPresent(
        shown -> {
          TensorSlice.Cell cell = shown.step(cursor.get(), down, right);
          cursor.set(Optional.of(cell));
          setFrame(shown.showing(cell.row(), cell.column()));
        });
  }

  /// Puts the caret on the element that gives the cursor's pixel its color.
  void pickAtCursor() {
    frame.flatMap(shown -> cursor.get().map(shown::pixelOf)).ifPresent(this::pick);
  }

  /// Puts the caret on the element that gives the pixel at a point its color.
  void pickAt(double x, double y) {
    frame.flatMap(shown -> shown.pixelAt(x, y)).ifPresent(this::pick);
  }

  private void pick(HeatFrame.Pixel pixel) {
    picker.pick(
        tensor.orElseThrow().file(),
        slice().orElseThrow(),
        frame.orElseThrow().grid(),
        pixel,
        cell -> {
          caret.set(cell);
          cursor.set(cell);
        });
  }

  /// Transposes rows and columns; a folded vector stays as it is.
  void transpose() {
    slice()
        .filter(shown -> !SliceChoice.isFolded(shown))
        .ifPresent(shown -> turnTo(TensorSlice.of(shown.data(), shown.axes().transposed())));
  }

  /// Shows the matrix at another index of a held axis.
  ///
  /// @param index outside the axis stands for the nearest one
  void hold(int axis, long index) {
    slice().flatMap(shown -> SliceChoice.held(shown, axis, index)).ifPresent(this::turnTo);
  }

  /// Shows the matrix at a typed index, or says why that is not possible.
  void hold(int axis, String typed) {
    slice()
        .ifPresent(
            shown ->
                SliceChoice.index(shown, axis, typed)
                    .ifPresentOrElse(
                        index -> {
                          picker.forget();
                          hold(axis, index);
                        },
                        () -> picker.refuse(outside(shown, axis, typed))));
  }

  private String outside(TensorSlice shown, int axis, String typed) {
    long last = shown.data().info().shape().dimension(axis) - 1;
    return messages.text("slice.outside", DisplayText.of(typed.strip()), axis, Figures.count(last));
  }

  /// Shows another axis from top to bottom or from left to right.
  void showAxis(int axis, boolean asRows) {
    slice().flatMap(shown -> SliceChoice.withAxis(shown, axis, asRows)).ifPresent(this::turnTo);
  }

  /// True while the pane is the one that is turned to; nothing is read while it is not.
  public BooleanProperty activeProperty() {
    return active;
  }

  ObjectProperty<Pooling> poolingProperty() {
    return pooling;
  }

  /// The percentage of the pixels that have their own place on the scale.
  DoubleProperty percentileProperty() {
    return percentile;
  }

  ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<HeatPicture>> pictureProperty() {
    return loader.pictureProperty();
  }

  ReadOnlyObjectProperty<Optional<TensorSlice.Cell>> caretProperty() {
    return caret.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<TensorSlice.Cell>> cursorProperty() {
    return cursor.getReadOnlyProperty();
  }

  /// Why the picture is not whole, or why it could not be looked for what a pixel stands for.
  ObservableValue<Optional<Failure>> failureProperty() {
    return loader
        .failureProperty()
        .flatMap(
            failed ->
                failed.isPresent() ? new SimpleObjectProperty<>(failed) : picker.failureProperty());
  }

  /// Why the caret was not placed, as a sentence.
  ReadOnlyObjectProperty<Optional<String>> refusalProperty() {
    return picker.refusalProperty();
  }

  /// The writing of files.
  HeatExport export() {
    return export;
  }

  /// The text for the pixel at a point: its elements, then their number.
  Optional<String> textAt(double x, double y) {
    return pictureProperty()
        .get()
        .flatMap(shown -> shown.frame().pixelAt(x, y).flatMap(pixel -> text(shown, pixel)));
  }

  /// The text for the pixel at the cursor.
  Optional<String> textAtCursor() {
    return pictureProperty()
        .get()
        .flatMap(shown -> cursor.get().flatMap(cell -> text(shown, shown.frame().pixelOf(cell))));
  }

  private Optional<String> text(HeatPicture shown, HeatFrame.Pixel pixel) {
    return slice()
        .map(
            slice ->
                new PixelText(slice, shown.frame().grid(), pooling.get(), messages)
                    .of(shown, pixel.row(), pixel.column()));
  }

  /// The subject of the pane.
  sealed interface State {

    /// There is no picture.
    ///
    /// @param reason as a sentence
    record Nothing(String reason) implements State {}

    /// There is a picture.
    ///
    /// @param slice what it is of
    record Shown(TensorSlice slice) implements State {}
  }
}
