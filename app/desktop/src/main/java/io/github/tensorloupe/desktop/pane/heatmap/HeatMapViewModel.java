package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.PixelSearch;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.slice.AxisChoice;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.pane.heatmap.PictureLoader.PictureLimits;
import io.github.tensorloupe.desktop.pane.heatmap.PictureLoader.PixelText;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.ShownTensor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The state of the heat map pane. Belongs to the FX thread; reading runs in the background.
public final class HeatMapViewModel implements SliceBar.Listener {

  /// True while the picture is shown. Otherwise nothing is read.
  final BooleanProperty active = new SimpleBooleanProperty();

  final HeatExport export;
  private final Selection selection;
  private final Messages messages;
  private final PictureLoader loader;
  // Bindings are only weakly referenced.
  private final ShownTensor shownTensor;
  private final JobSlot<Optional<Cell>> search;
  final Choices choices;

  /// The reason for the missing picture, as a sentence; empty if a picture can be shown.
  final StringProperty note = new SimpleStringProperty();

  final ObjectProperty<Optional<TensorSlice>> slice = new SimpleObjectProperty<>(Optional.empty());
  final ObjectProperty<Optional<Cell>> caret = new SimpleObjectProperty<>(Optional.empty());
  final ObjectProperty<Optional<Cell>> cursor = new SimpleObjectProperty<>(caret.get());

  /// The reason why the caret was not placed, as a sentence.
  final ObjectProperty<Optional<String>> refusal = new SimpleObjectProperty<>(Optional.empty());

  private Optional<TensorRef> tensor = Optional.empty();
  private Optional<HeatMapViewport> frame = Optional.empty();
  private boolean fitted = true;
  private int width;
  private int height;
  private boolean placing;

  /// @param budget limits the cached pixels of all heat maps
  public HeatMapViewModel(Selection selection, Jobs jobs, HeatMapBudget budget, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    choices = selection.linked().view().get(Choices.class, Choices::new);
    PictureLimits limits = selection.linked().scale().get(PictureLimits.class, PictureLimits::new);
    loader = new PictureLoader(jobs, messages.text("heatmap.job.picture"), limits, budget);
    search = new JobSlot<>(jobs);
    export = new HeatExport(selection, jobs, messages);
    selection.documentProperty().subscribe(export::stop);
    shownTensor = new ShownTensor(selection);
    shownTensor.subscribe(this::tensorSelected);
    selection.documentProperty().subscribe((_, _) -> explain());
    selection.groupProperty().subscribe((_, _) -> explain());
    selection.caretProperty().subscribe(_ -> caretMoved());
    selection
        .sliceProperty()
        .subscribe(_ -> tensor.flatMap(selection::axesOf).ifPresent(this::showAxes));
    choices.frame.subscribe(it -> it.ifPresent(this::showSamePart));
    active.subscribe(this::load);
    choices.pooling.subscribe(this::load);
    choices.percentile.subscribe(this::load);
  }

  private void tensorSelected(Optional<TensorRef> selected) {
    if (note.get() == null || !selected.equals(tensor)) {
      tensor = selected;
      forgetPick();
      caret.set(Optional.empty());
      explain();
      boolean isShown = note.get().isEmpty();
      show(selected.filter(_ -> isShown).flatMap(TensorRef::data).map(this::first), false);
    }
  }

  private void explain() {
    String missing = PixelText.missingKey(tensor);
    String text = missing.isEmpty() ? "" : messages.text(missing);
    note.set(tensor.isPresent() ? text : selection.absence().map(messages::sentence).orElse(text));
  }

  private TensorSlice first(TensorData data) {
    Optional<SliceAxes> chosen = tensor.flatMap(selection::axesOf);
    return PictureSlice.of(
        data, chosen.orElseGet(() -> AxisChoice.defaultFor(data.info().shape())));
  }

  private void show(Optional<TensorSlice> next, boolean keepsFrame) {
    fitted = fitted || !keepsFrame;
    cursor.set(Optional.empty());
    slice.set(next);
    arrange();
  }

  private void choose(TensorSlice next) {
    turnTo(next);
    selection
        .sliceProperty()
        .set(tensor.map(shown -> new Selection.ShownSlice(shown, next.axes())));
  }

  private void showAxes(SliceAxes axes) {
    slice().ifPresent(shown -> turnTo(PictureSlice.of(shown.data(), axes)));
  }

  private void turnTo(TensorSlice next) {
    Optional<TensorSlice> before = slice();
    if (before.filter(shown -> shown.axes().equals(next.axes())).isEmpty()) {
      boolean asMany = before.filter(shown -> shown.rowCount() == next.rowCount()).isPresent();
      show(Optional.of(next), asMany && before.get().columnCount() == next.columnCount());
      updateCaret(false);
    }
  }

  private void caretMoved() {
    forgetPick();
    slice().flatMap(shown -> caretElement().map(shown::containing)).ifPresent(this::turnTo);
    updateCaret(!placing);
  }

  private void forgetPick() {
    refusal.set(Optional.empty());
    search.clear();
  }

  private Optional<Long> caretElement() {
    Optional<Caret> at = selection.caretProperty().get();
    return at.flatMap(it -> tensor.flatMap(it::elementIn)).map(selection.linked()::elementAt);
  }

  private void updateCaret(boolean reveal) {
    caret.set(slice().flatMap(shown -> caretElement().flatMap(shown::cellOf)));
    if (caret.get().isPresent()) {
      cursor.set(caret.get());
      caret.get().filter(_ -> reveal).ifPresent(this::reveal);
    }
  }

  private void reveal(Cell cell) {
    frame.ifPresent(shown -> setFrame(shown.showing(cell.row(), cell.column())));
  }

  /// Sets the size of the picture's area in screen pixels.
  void setRoom(int newHeight, int newWidth) {
    if (newHeight != height || newWidth != width) {
      height = newHeight;
      width = newWidth;
      arrange();
    }
  }

  private void arrange() {
    Optional<HeatMapViewport> before =
        frame.filter(_ -> !fitted).map(it -> it.resized(height, width));
    Optional<TensorSlice> shown = slice().filter(_ -> height >= 1 && width >= 1);
    frame = shown.map(it -> before.orElseGet(() -> fitting(it)));
    load();
  }

  private HeatMapViewport fitting(TensorSlice slice) {
    return HeatMapViewport.fitting(slice.rowCount(), slice.columnCount(), height, width);
  }

  private void load() {
    if (frame.isEmpty() || slice().isEmpty()) {
      loader.clear();
    } else if (active.get()) {
      loader.show(
          new PictureLoader.Wanted(
              slice().get(), frame.get(), choices.pooling.get(), choices.percentile.get()));
    } else {
      loader.pause(slice().get());
    }
  }

  private void setFrame(HeatMapViewport next) {
    if (!frame.equals(Optional.of(next))) {
      frame = Optional.of(next);
      load();
      choices.frame.set(frame);
    }
  }

  /// Shows the same part as a neighboring picture of the same size.
  private void showSamePart(HeatMapViewport neighbor) {
    frame.filter(neighbor::hasSameSize).ifPresent(_ -> zoomTo(neighbor.resized(height, width)));
  }

  Optional<TensorSlice> slice() {
    return slice.get();
  }

  void fit() {
    slice().filter(_ -> frame.isPresent()).ifPresent(shown -> zoomTo(fitting(shown)));
  }

  /// Shows one element per screen pixel.
  void showElementwise() {
    frame.ifPresent(shown -> zoomTo(shown.elementwise()));
  }

  /// Zooms in, or out for negative steps.
  ///
  /// @param x the position of the point that stays in place, in screen pixels
  void zoom(int steps, double x, double y) {
    frame.ifPresent(shown -> zoomTo(shown.zoomed(steps, x, y)));
  }

  /// Zooms at the cursor if it is visible, else at the center.
  void zoom(int steps) {
    frame.ifPresent(shown -> zoomTo(shown.zoomed(steps, cursor.get())));
  }

  private void zoomTo(HeatMapViewport next) {
    fitted = slice().map(this::fitting).filter(next::equals).isPresent();
    setFrame(next);
  }

  void pan(long down, long right) {
    frame.ifPresent(shown -> setFrame(shown.moved(down, right)));
  }

  /// Moves the cursor by picture pixels, and scrolls to it.
  void moveCursor(long down, long right) {
    if (frame.isPresent()) {
      cursor.set(Optional.of(frame.get().step(cursor.get(), down, right)));
      cursor.get().ifPresent(this::reveal);
    }
  }

  /// Puts the caret on the element that determines the color of the cursor's pixel.
  void pickAtCursor() {
    frame.flatMap(shown -> cursor.get().map(shown::pixelOf)).ifPresent(this::pick);
  }

  /// Puts the caret on the element that determines the color of the pixel at a point.
  void pickAt(double x, double y) {
    frame.flatMap(shown -> shown.pixelAt(x, y)).ifPresent(this::pick);
  }

  private void pick(HeatMapViewport.Pixel pixel) {
    TensorSlice shown = slice().orElseThrow();
    PixelGrid grid = frame.orElseThrow().grid();
    if (grid.isElementwise()) {
      place(shown, Optional.of(new Cell(pixel.row(), pixel.column())));
      return;
    }
    search.start(
        messages.text("heatmap.job.search"),
        (cancellation, _) ->
            PixelSearch.cellOf(shown, grid, pixel.row(), pixel.column(), cancellation),
        found -> place(shown, found),
        _ -> {});
  }

  void pickCell(Cell cell) {
    slice().ifPresent(shown -> place(shown, Optional.of(cell)));
  }

  private void place(TensorSlice of, Optional<Cell> found) {
    Optional<Cell> cell = found.filter(it -> of.isPresent(it.row(), it.column()));
    if (cell.isEmpty()) {
      refusal.set(Optional.of(messages.text(PixelText.absenceKey(of))));
      return;
    }
    placing = true;
    try {
      long byteOffset = of.byteOffset(cell.get().row(), cell.get().column());
      selection.placeCaret(tensor.orElseThrow().file(), byteOffset);
      // The caret alone would select the first of several elements in one byte.
      caret.set(cell);
      cursor.set(cell);
    } finally {
      placing = false;
    }
  }

  /// Transposes rows and columns. Does nothing for a folded vector.
  void transpose() {
    slice()
        .filter(shown -> !shown.isFolded())
        .map(shown -> PictureSlice.of(shown.data(), shown.axes().transposed()))
        .ifPresent(this::choose);
  }

  @Override
  public void showAxis(int axis, boolean asRows) {
    slice()
        .map(shown -> TensorSlice.of(shown.data(), AxisChoice.showing(shown.axes(), axis, asRows)))
        .ifPresent(this::choose);
  }

  @Override
  public void showTiles(boolean asTiles) {
    slice()
        .map(
            shown ->
                PictureSlice.of(
                    shown.data(),
                    shown.axes().tiled(asTiles, shown.data().info().shape(), cursorElement(shown))))
        .ifPresent(this::choose);
  }

  private ElementPosition cursorElement(TensorSlice shown) {
    Cell at = cursor.get().filter(it -> shown.exists(it.row(), it.column())).orElse(new Cell(0, 0));
    return new ElementPosition(shown.data().info(), shown.elementIndex(at.row(), at.column()));
  }

  /// Replaces an index outside the axis by the nearest valid one.
  @Override
  public void hold(int axis, long index) {
    forgetPick();
    slice().flatMap(shown -> shown.at(axis, index)).ifPresent(this::choose);
  }

  @Override
  public void refuse(String sentence) {
    refusal.set(Optional.of(sentence));
  }

  ReadOnlyObjectProperty<Optional<HeatPicture>> pictureProperty() {
    return loader.picture;
  }

  /// Returns the reason why the picture is incomplete, or why the search for the element of a pixel
  /// failed.
  ObservableValue<Optional<Failure>> failureProperty() {
    return loader.failure.flatMap(
        failed -> failed.isPresent() ? loader.failure : Failures.of(search));
  }

  /// Returns the text for the pixel at a point: its elements, then their value.
  Optional<String> textAt(double x, double y) {
    return text(shown -> shown.pixelAt(x, y));
  }

  Optional<String> textAtCursor() {
    return text(shown -> cursor.get().map(shown::pixelOf));
  }

  private Optional<String> text(Function<HeatMapViewport, Optional<HeatMapViewport.Pixel>> at) {
    Optional<PixelText> text =
        slice().map(it -> new PixelText(it, choices.pooling.get(), messages));
    return pictureProperty()
        .get()
        .flatMap(now -> at.apply(now.frame()).flatMap(pixel -> text.map(it -> it.of(now, pixel))));
  }

  /// The display options, shared by linked panes.
  static final class Choices {

    final ObjectProperty<Pooling> pooling = new SimpleObjectProperty<>(Pooling.EXTREME);

    /// The percentage of pixels within the range of the color scale.
    final ObjectProperty<Double> percentile =
        new SimpleObjectProperty<>(ColorLimit.DEFAULT_PERCENTILE);

    final ObjectProperty<LineViewModel.Kind> kind =
        new SimpleObjectProperty<>(LineViewModel.Kind.PICTURE);

    /// The visible part of the picture that was moved last.
    final ObjectProperty<Optional<HeatMapViewport>> frame =
        new SimpleObjectProperty<>(Optional.empty());
  }
}
