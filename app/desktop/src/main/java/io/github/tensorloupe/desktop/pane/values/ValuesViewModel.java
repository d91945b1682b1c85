package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.slice.AxisChoice;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.desktop.pane.values.GridPage.ColorScale;
import io.github.tensorloupe.desktop.pane.values.GridPage.GridText;
import io.github.tensorloupe.desktop.pane.values.GridState.CaretLink;
import io.github.tensorloupe.desktop.pane.values.GridState.Viewport;
import io.github.tensorloupe.desktop.pane.values.SharedGridState.GridLimits;
import io.github.tensorloupe.desktop.pane.values.TensorAdvice.Content;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.ShownSlice;
import io.github.tensorloupe.desktop.selection.ShownTensor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;

/// The state of the pane. Belongs to the FX thread; tensors are read in the background.
public final class ValuesViewModel implements SliceBar.Listener {

  /// The options of a tensor, which are preserved while other tensors are shown.
  ///
  /// @param numbers true if the bytes of a JSON text are shown as numbers
  private record Look(SliceAxes axes, CellFormat format, boolean numbers) {}

  private static final int MAX_LOOKS = 100;

  /// True while the pane is the active one; otherwise nothing is read.
  final BooleanProperty active = new SimpleBooleanProperty();

  final BooleanProperty colored;
  final BooleanProperty numbers;
  final ObjectProperty<CellFormat> format;
  final ObjectProperty<Content> content;
  final ObjectProperty<Optional<TensorRef>> tensor = new SimpleObjectProperty<>(Optional.empty());

  /// The page to draw; empty if there are no numbers.
  final ObjectProperty<Optional<GridPage>> page = new SimpleObjectProperty<>(Optional.empty());

  /// The reason why the last [#goTo] failed, as a sentence.
  final ObjectProperty<Optional<String>> refusal = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<Optional<Feedback>> notice = new SimpleObjectProperty<>(Optional.empty());

  final ValueSearch search;
  private final Selection selection;
  private final TensorAdvice advice;
  private final GridLoader loader;
  private final ObservableValue<Optional<String>> json;
  private final Messages messages;
  // Bindings are only weakly referenced.
  private final ShownTensor shownTensor;
  private final JobSlot<String> copying;
  private final CaretLink caret;
  private final SharedGridState sharedState;
  private final GridLimits colorLimits;
  // The most recently used entry is last.
  private final SequencedMap<TensorRef, Look> looks = new LinkedHashMap<>(16, 0.75f, true);
  private Optional<GridState> place = Optional.empty();
  private Viewport size = Viewport.START;
  private CellWidth width = CellWidth.MIN;
  private boolean changing;

  public ValuesViewModel(Selection selection, Jobs jobs, Messages messages) {
    advice = new TensorAdvice(messages);
    loader = new GridLoader(jobs, messages);
    json = loader.jsonProperty();
    this.messages = messages;
    this.selection = selection;
    copying = new JobSlot<>(jobs);
    caret = new CaretLink(selection);
    sharedState = selection.linked().view().get(SharedGridState.class, SharedGridState::new);
    colorLimits = selection.linked().scale().get(GridLimits.class, GridLimits::new);
    colored = sharedState.colored;
    numbers = sharedState.numbers;
    format = sharedState.format;
    content = new SimpleObjectProperty<>(contentNow());
    selection.documentProperty().subscribe(_ -> looks.clear());
    shownTensor = new ShownTensor(selection);
    shownTensor.subscribe(this::show);
    selection.groupProperty().subscribe((_, _) -> update());
    selection
        .caretProperty()
        .subscribe(_ -> place.flatMap(caret::placeAfterMove).ifPresent(this::arrive));
    selection
        .sliceProperty()
        .subscribe(_ -> tensor.get().flatMap(selection::axesOf).ifPresent(this::showAxes));
    loader.cells.resultProperty().subscribe(this::arrived);
    sharedState.first.subscribe(
        first -> place.flatMap(it -> it.startingAt(first)).ifPresent(this::settle));
    selection.linked().pair().subscribe((_, _) -> update());
    colorLimits.onOthers(this, this::update);
    sharedState.widths.onOthers(this, this::update);
    Stream.of(json, active, colored, numbers).forEach(value -> value.subscribe(_ -> update()));
    format.subscribe(
        _ -> {
          width = CellWidth.MIN;
          update();
        });
    search = new ValueSearch(this, jobs, messages);
  }

  private void show(Optional<TensorRef> next) {
    if (next.equals(tensor.get())) {
      return;
    }
    storeLook();
    sharedState.widths.byPane.remove(this);
    colorLimits.byPane.remove(this);
    changing = true;
    loader.clear();
    copying.clear();
    notice.set(Optional.empty());
    refusal.set(Optional.empty());
    width = CellWidth.MIN;
    Optional<Look> look = next.map(looks::get);
    look.ifPresent(before -> format.set(before.format()));
    numbers.set(look.filter(Look::numbers).isPresent());
    tensor.set(next);
    place = next.flatMap(shown -> placeIn(shown, look.map(Look::axes)));
    changing = false;
    update();
  }

  private void storeLook() {
    if (tensor.get().isPresent() && place.isPresent()) {
      SliceAxes axes = place.get().slice().axes();
      looks.put(tensor.get().get(), new Look(axes, format.get(), numbers.get()));
      if (looks.size() > MAX_LOOKS) {
        looks.pollFirstEntry();
      }
    }
  }

  private Optional<GridState> placeIn(TensorRef shown, Optional<SliceAxes> axes) {
    if (advice.whyNothing(shown).isPresent()) {
      return Optional.empty();
    }
    SliceAxes shownAxes =
        axes.or(() -> selection.axesOf(shown))
            .orElseGet(() -> AxisChoice.defaultFor(shown.info().shape()));
    TensorSlice slice = TensorSlice.of(shown.data().orElseThrow(), shownAxes);
    return Optional.of(caret.arrive(shown, GridState.of(slice, size)));
  }

  private void arrived(Optional<GridText> text) {
    text.ifPresent(read -> width = width.and(read.width));
    update();
  }

  /// Shows a place without moving the caret.
  private void settle(GridState now) {
    refusal.set(Optional.empty());
    place = Optional.of(now);
    update();
  }

  private void arrive(GridState now) {
    settle(now);
    shareFirst(now);
  }

  private void shareFirst(GridState now) {
    sharedState.first.set(OptionalLong.of(now.first()));
  }

  /// Shows a place that the user selected, and moves the caret there.
  private void choose(GridState now) {
    notice.set(Optional.empty());
    settle(now);
    caret.put(now);
    tensor
        .get()
        .map(shown -> new ShownSlice(shown, now.slice().axes()))
        .ifPresent(shown -> selection.sliceProperty().set(Optional.of(shown)));
    shareFirst(now);
  }

  private void showAxes(SliceAxes axes) {
    place
        .filter(shown -> !shown.slice().axes().equals(axes))
        .ifPresent(shown -> settle(shown.with(axes)));
  }

  private void update() {
    if (changing) {
      return;
    }
    content.set(contentNow());
    if (place.isEmpty()) {
      page.set(Optional.empty());
      return;
    }
    GridState shown = place.get().sized(size);
    place = Optional.of(shown);
    page.set(Optional.of(pageOf(shown)));
    if (active.get()) {
      loader.requireJson(shown.slice().data());
      Optional<PairedElements> pair = selection.linked().pairOf(shown.slice().data());
      loader.require(shown.slice(), format.get(), shown.view(), pair);
    }
  }

  private Content contentNow() {
    if (place.isEmpty()) {
      Optional<String> why =
          tensor
              .get()
              .flatMap(advice::whyNothing)
              .or(() -> selection.absence().map(messages::sentence));
      return new Content.Nothing(why.orElse(messages.text("values.empty")));
    }
    Optional<String> text = json.getValue();
    return text.isPresent() && !numbers.get()
        ? new Content.Json(text.get())
        : new Content.Numbers(text.isPresent());
  }

  private GridPage pageOf(GridState shown) {
    Optional<GridText> text = loader.textOf(shown.slice());
    sharedState.widths.byPane.put(this, width);
    return new GridPage(
        shown.slice(),
        shown.view(),
        text,
        sharedState.widths.byPane.values().stream().reduce(width, CellWidth::and),
        shown.cursor(),
        shown.selected(),
        text.filter(_ -> colored.get())
            .map(read -> ColorScale.of(read, shown.view()).limit())
            .map(limit -> new ColorScale(colorLimits.largest(this, limit))));
  }

  private void change(UnaryOperator<GridState> change) {
    place.ifPresent(shown -> choose(change.apply(shown)));
  }

  /// Sets the number of completely visible rows and columns, at least 1 each.
  void setWholeCells(int rowCount, int columnCount) {
    if (rowCount != size.wholeRows() || columnCount != size.wholeColumns()) {
      size = new Viewport(0, 0, rowCount, columnCount);
      update();
    }
  }

  /// Scrolls the grid without moving the cursor.
  void scroll(UnaryOperator<Viewport> change) {
    place = place.map(shown -> shown.scrolled(change.apply(shown.view())));
    update();
    place.ifPresent(this::shareFirst);
  }

  /// Moves the cursor, and with it the caret, to a cell of the slice.
  ///
  /// @param extending true to extend the selection from its anchor
  void placeCursor(Cell cell, boolean extending) {
    change(shown -> shown.at(cell, extending, false));
  }

  void goToElement(long elementIndex) {
    change(shown -> shown.onElement(elementIndex));
  }

  void move(CaretMove move, boolean extending) {
    change(shown -> shown.moved(move, extending));
  }

  /// Selects every cell of the slice and moves the cursor to the first one, without scrolling.
  void selectAll() {
    change(GridState::withAll);
  }

  void transpose() {
    change(shown -> shown.with(shown.slice().axes().transposed()));
  }

  @Override
  public void showAxis(int axis, boolean asRows) {
    change(shown -> shown.showing(axis, asRows));
  }

  @Override
  public void showTiles(boolean asTiles) {
    change(shown -> shown.tiled(asTiles));
  }

  /// Clamps an index outside of the axis. Does nothing for an axis that is shown.
  @Override
  public void hold(int axis, long index) {
    place.flatMap(shown -> shown.holding(axis, index)).ifPresent(this::choose);
  }

  @Override
  public void refuse(String sentence) {
    refusal.set(Optional.of(sentence));
  }

  /// Shows the slice or element that a text names. Returns false and sets [#refusal] if the text is
  /// invalid.
  boolean goTo(String text) {
    if (place.isEmpty()) {
      return false;
    }
    GridState shown = place.get();
    Shape shape = shown.slice().data().info().shape();
    switch (SliceText.parse(text, shape)) {
      case SliceReading.Axes(SliceAxes axes) -> choose(shown.withTurned(axes));
      case SliceReading.Element(long elementIndex) -> choose(shown.onElement(elementIndex));
      case SliceReading.Refused refused -> {
        refusal.set(Optional.of(advice.refusal(refused)));
        return false;
      }
    }
    return true;
  }

  void copy(Format form, Consumer<String> clipboard) {
    Optional<CellRange> selected = place.flatMap(GridState::copied);
    if (selected.isPresent() && CellsText.isTooLarge(selected.get())) {
      String maxCells = messages.count(CellsText.MAX_CELLS);
      showNotice(Feedback.refused(messages.text("values.copy.too-large", maxCells)));
    } else if (selected.isPresent()) {
      notice.set(Optional.empty());
      copy(place.get().copiedSlice(), selected.get(), form, clipboard);
    }
  }

  private void copy(TensorSlice slice, CellRange cells, Format form, Consumer<String> clipboard) {
    CellFormat written = format.get();
    copying.start(
        messages.text("values.copy.job"),
        (cancellation, progress) ->
            switch (form) {
              case TSV -> CellsText.tabSeparated(slice, cells, written, cancellation, progress);
              case NUMPY -> CellsText.numpy(slice, cells, cancellation, progress);
            },
        text -> {
          clipboard.accept(text);
          String rows = messages.count(cells.rowCount());
          String columns = messages.count(cells.columnCount());
          showNotice(
              Feedback.done(messages.text("values.copied." + Messages.word(form), rows, columns)));
        },
        this::copyFailed);
  }

  private void copyFailed(Throwable cause) {
    showNotice(
        cause instanceof CellsText.MissingCellException
            ? Feedback.refused(messages.text("values.copy.missing"))
            : Feedback.failed(cause, messages));
  }

  void showNotice(Feedback feedback) {
    notice.set(Optional.of(feedback));
  }

  /// Stops a search or copying, or otherwise reduces the selection to the cursor.
  void escape() {
    Optional<Cell> cursor = place.flatMap(GridState::cursor);
    if (search.stop()) {
      return;
    }
    if (copying.isRunning()) {
      copying.clear();
    } else if (cursor.isPresent()) {
      settle(place.get().at(cursor.get(), false, false));
    }
  }

  /// The reason why cells are missing, as a sentence.
  ObservableValue<Optional<Failure>> failureProperty() {
    return Failures.of(loader.cells);
  }

  Optional<String> whatIsMissing() {
    return place.map(GridState::slice).flatMap(advice::whatIsMissing);
  }

  enum Format {
    /// Lines of tab-separated values, the paste format of spreadsheets.
    TSV,
    /// A NumPy array literal.
    NUMPY
  }
}
