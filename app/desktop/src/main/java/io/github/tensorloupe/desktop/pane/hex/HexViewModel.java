package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.structure.ByteWindow;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.Loader;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.NoPlaceException;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Place;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection.VisibleBytes;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;

/// Which rows of the file are visible, which bytes of them have arrived, what is marked, and what
/// is under the caret. Belongs to the FX thread; reading runs beside it.
public final class HexViewModel {

  private final Selection selection;
  private final ScanResults results;
  private final Messages messages;
  private final Loader<ByteRange, ByteWindow> loader;
  private final ByteReader reader;
  private final HexChoices choices = new HexChoices();
  private final HexRows.Scroll scroll = new HexRows.Scroll();
  private final RangeActions actions;
  private final ReadOnlyObjectWrapper<HexPage> page = new ReadOnlyObjectWrapper<>(HexPage.EMPTY);
  private final ReadOnlyObjectWrapper<CaretLine> caretLine =
      new ReadOnlyObjectWrapper<>(CaretLine.EMPTY);
  private final ReadOnlyObjectWrapper<Optional<String>> refusal =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<HexPage.Maker> maker = Optional.empty();
  private Optional<ByteRange> selected = Optional.empty();
  private OptionalLong anchor = OptionalLong.empty();
  private Optional<ByteRange> highlight = Optional.empty();
  private int bytesPerRow = HexRows.NONE.bytesPerRow();
  private boolean movesCaretItself;

  public HexViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this(
        selection,
        results,
        jobs,
        messages,
        (file, begin, count) -> file.bytes().read(begin, count));
  }

  HexViewModel(
      Selection selection, ScanResults results, Jobs jobs, Messages messages, ByteReader reader) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.reader = reader;
    this.loader = new Loader<>(jobs, messages.text("hex.job.read"));
    this.actions = new RangeActions(selection, jobs, messages);
    selection.documentProperty().subscribe(_ -> actions.stop());
    selection.caretProperty().subscribe(this::caretMoved);
    selection.tensorProperty().subscribe(_ -> update());
    loader.valueProperty().subscribe(_ -> update());
    results.revisionProperty().subscribe((_, _) -> update());
    choices.onChange(this::recut);
  }

  private void caretMoved(Optional<Caret> caret) {
    refusal.set(Optional.empty());
    actions.forgetOutcome();
    Optional<TensorFile> next = caret.map(Caret::file);
    if (!next.equals(file())) {
      show(next);
    }
    if (!movesCaretItself) {
      clearSelection();
    }
    caret.ifPresent(
        here -> scroll.reveal(scroll.rows().rowOf(here.byteOffset()), movesCaretItself));
    update();
  }

  private void show(Optional<TensorFile> file) {
    maker = file.map(shown -> new HexPage.Maker(shown, selection, results, choices, messages));
    highlight = Optional.empty();
    clearSelection();
    scroll.begin(
        maker.map(made -> made.rows(bytesPerRow)).orElse(HexRows.NONE),
        maker.filter(HexPage.Maker::hasEndNote).isPresent());
    loader.clear();
    caretLine.set(CaretLine.EMPTY);
  }

  private void update() {
    ByteRange visible = scroll.rows().bytes(scroll.firstRow(), scroll.wholeRows());
    selection.visibleBytesProperty().set(file().map(shown -> new VisibleBytes(shown, visible)));
    if (maker.isEmpty()) {
      page.set(HexPage.EMPTY);
      caretLine.set(CaretLine.EMPTY);
      return;
    }
    ByteWindow window = loader.valueProperty().get().orElse(ByteWindow.EMPTY);
    HexPage made = maker.get().page(scroll, window, selected, highlight);
    page.set(made);
    caretLine.set(
        CaretLine.of(maker.get().structure(), made, made.marks().caret(), messages)
            .orOlder(caretLine.get(), made));
    requireBytes(maker.get().file());
  }

  /// Half a page is kept ready on either side, so that scrolling by rows finds its bytes there.
  private void requireBytes(TensorFile file) {
    HexRows rows = scroll.rows();
    long first = scroll.firstRow();
    int whole = scroll.wholeRows();
    int half = whole / 2 + 1;
    ByteRange needed = rows.bytes(first - half, whole + 2L * half);
    ByteRange around = rows.bytes(first - 2L * whole, 5L * whole);
    boolean isServed =
        loader.serves(asked -> asked.begin() <= needed.begin() && needed.end() <= asked.end());
    if (needed.byteCount() > 0 && !isServed) {
      int byteCount = Math.toIntExact(around.byteCount());
      loader.load(
          around,
          (_, _) -> new ByteWindow(around.begin(), reader.read(file, around.begin(), byteCount)));
    }
  }

  private void recut() {
    maker.ifPresent(made -> scroll.recut(made.rows(bytesPerRow)));
    update();
  }

  Optional<TensorFile> file() {
    return maker.map(HexPage.Maker::file);
  }

  HexChoices choices() {
    return choices;
  }

  RangeActions actions() {
    return actions;
  }

  /// Says how much there is room for.
  ///
  /// @param columns how many bytes a row has, at least 1
  /// @param wholeRows how many rows are shown whole, at least 1
  void setRoom(int columns, int wholeRows) {
    if (columns != bytesPerRow) {
      bytesPerRow = columns;
      scroll.setWholeRows(wholeRows);
      recut();
    } else if (wholeRows != scroll.wholeRows()) {
      scroll.setWholeRows(wholeRows);
      update();
    }
  }

  int wholeRows() {
    return scroll.wholeRows();
  }

  /// The last row that may be on top.
  long maxFirstRow() {
    return scroll.maxFirstRow();
  }

  /// Shows other rows; the caret stays.
  ///
  /// @param row the row that is to be on top, or as near as the file allows
  void scrollTo(long row) {
    scroll.to(row);
    update();
  }

  /// Shows rows further down, or up for a negative count; the caret stays.
  void scrollBy(long rowCount) {
    scrollTo(scroll.firstRow() + rowCount);
  }

  /// Puts the caret on a byte and shows it; nothing is marked then. Nothing happens for a place
  /// outside the file.
  void placeCaret(long byteOffset) {
    clearSelection();
    putCaret(byteOffset);
  }

  /// Puts the caret on a byte, shows it, and marks the bytes from where it was or where marking
  /// began. Nothing happens for a place outside the file.
  void extendTo(long byteOffset) {
    OptionalLong caret = page.get().marks().caret();
    if (caret.isPresent() && isInFile(byteOffset)) {
      long from = anchor.orElse(caret.getAsLong());
      anchor = OptionalLong.of(from);
      selected =
          Optional.of(new ByteRange(Math.min(from, byteOffset), Math.max(from, byteOffset) + 1));
      putCaret(byteOffset);
    }
  }

  private void putCaret(long byteOffset) {
    if (isInFile(byteOffset)) {
      movesCaretItself = true;
      selection.placeCaret(file().orElseThrow(), byteOffset);
      movesCaretItself = false;
      // The caret may have been there already, out of sight.
      scroll.reveal(scroll.rows().rowOf(byteOffset), true);
      update();
    }
  }

  private boolean isInFile(long byteOffset) {
    return maker.isPresent() && byteOffset >= 0 && byteOffset < scroll.rows().fileLength();
  }

  /// Moves the caret as a key asks.
  void move(CaretMove move, boolean extending) {
    HexRows rows = scroll.rows();
    if (rows.fileLength() > 0) {
      long caret = page.get().marks().caret().orElse(rows.fileLength() - 1);
      long target = rows.moved(move, caret, scroll.wholeRows());
      if (extending) {
        extendTo(target);
      } else {
        placeCaret(target);
      }
    }
  }

  /// Marks bytes; the caret stays.
  ///
  /// @param bytes inside the file; an empty range marks nothing
  void select(ByteRange bytes) {
    clearSelection();
    selected = Optional.of(bytes).filter(some -> some.byteCount() > 0);
    update();
  }

  /// Marks the whole file; the caret stays.
  void selectAll() {
    select(new ByteRange(0, scroll.rows().fileLength()));
  }

  /// Marks the selected tensor; the caret stays.
  void selectTensor() {
    select(page.get().marks().tensor());
  }

  boolean hasSelection() {
    return selected.isPresent();
  }

  /// The marked bytes; where none are marked, the byte under the caret.
  Optional<ByteRange> selectedBytes() {
    return selected.or(
        () ->
            page.get().marks().caret().stream()
                .mapToObj(caret -> new ByteRange(caret, caret + 1))
                .findFirst());
  }

  /// Draws attention to bytes, as those that were found; empty takes it back.
  public void highlight(Optional<ByteRange> bytes) {
    highlight = bytes;
    update();
  }

  /// Puts the caret where a text says, or says why that cannot be.
  ///
  /// @return true if the caret was put there
  boolean goTo(String text) {
    Optional<PlaceReader> reader = PlaceReader.of(selection, messages);
    if (reader.isEmpty()) {
      return false;
    }
    try {
      Place place = reader.get().read(text);
      refusal.set(Optional.empty());
      place
          .tensor()
          .ifPresentOrElse(
              named -> selection.select(named, place.byteOffset()),
              () -> selection.placeCaret(place.file(), place.byteOffset()));
      scroll.reveal(scroll.rows().rowOf(place.byteOffset()), false);
      update();
      return true;
    } catch (NoPlaceException e) {
      refusal.set(Optional.of(e.getMessage()));
      return false;
    }
  }

  private void clearSelection() {
    anchor = OptionalLong.empty();
    selected = Optional.empty();
  }

  /// Takes back what was said of an offset that led nowhere.
  void forgetRefusal() {
    refusal.set(Optional.empty());
  }

  ReadOnlyObjectProperty<HexPage> pageProperty() {
    return page.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<CaretLine> caretLineProperty() {
    return caretLine.getReadOnlyProperty();
  }

  CaretLine describe(long byteOffset) {
    OptionalLong at = OptionalLong.of(byteOffset);
    return maker
        .map(made -> CaretLine.of(made.structure(), page.get(), at, messages))
        .orElse(CaretLine.EMPTY);
  }

  /// Why bytes are missing, as a sentence.
  ObservableValue<Optional<Failure>> failureProperty() {
    ObservableValue<Optional<Failure>> ofAction =
        actions.outcomeProperty().map(told -> told.flatMap(Feedback::failure));
    return loader
        .failureProperty()
        .flatMap(failed -> failed.isPresent() ? new SimpleObjectProperty<>(failed) : ofAction);
  }

  /// Why the last [#goTo] led nowhere, as a sentence; empty once the caret moves.
  ReadOnlyObjectProperty<Optional<String>> refusalProperty() {
    return refusal.getReadOnlyProperty();
  }

  /// A visible row as text; bytes that have not arrived are blank.
  ///
  /// @param index 0 for the row on top
  public String rowText(int index) {
    return page.get().rowText(scroll.firstRow() + index);
  }

  /// The row of the caret as text, for those who cannot see it; empty text where there is no caret.
  String caretRowText() {
    OptionalLong caret = page.get().marks().caret();
    return caret.isPresent() ? page.get().rowText(scroll.rows().rowOf(caret.getAsLong())) : "";
  }

  /// The source of the bytes. Thread-safe.
  @FunctionalInterface
  interface ByteReader {

    /// A copy of a range of the file.
    ///
    /// @param byteOffset file offset of the first byte
    /// @param byteCount how many; the range lies inside the file as it was opened
    /// @throws IOException if reading fails
    byte[] read(TensorFile file, long byteOffset, int byteCount) throws IOException;
  }
}
