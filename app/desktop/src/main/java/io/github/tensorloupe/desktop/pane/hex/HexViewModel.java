package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.FileStructure.Segment;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.OffsetBase;
import io.github.tensorloupe.desktop.pane.hex.HexLoader.Compared;
import io.github.tensorloupe.desktop.pane.hex.HexPage.Look;
import io.github.tensorloupe.desktop.pane.hex.HexPage.Marks;
import io.github.tensorloupe.desktop.pane.hex.HexPage.Offsets;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.NoPlaceException;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Place;
import io.github.tensorloupe.desktop.selection.Companions;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection.VisibleBytes;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The visible rows of the file with their loaded bytes, the selected bytes, and the byte under the
/// caret. Belongs to the FX thread; reading runs in the background.
public final class HexViewModel {

  /// The maximum number of segments per page that are checked for zero pages.
  private static final int MAX_SEGMENTS = 64;

  final ObjectProperty<HexPage> page = new SimpleObjectProperty<>(HexPage.EMPTY);
  final ObjectProperty<CaretLine> caretLine = new SimpleObjectProperty<>(CaretLine.EMPTY);

  /// The reason why the last [#goTo] failed, as a sentence; empty once the caret moves.
  final ObjectProperty<Optional<String>> refusal = new SimpleObjectProperty<>(Optional.empty());

  final HexChoices choices = new HexChoices();
  final RangeActions actions;
  final HexRows.Scroll scroll = new HexRows.Scroll();

  private final Selection selection;
  private final ScanResults results;
  private final Messages messages;
  private final HexLoader loader;
  private Optional<FileStructure> structure = Optional.empty();
  private String endNote = "";
  private ByteRange selected = HexPage.NOTHING;
  private OptionalLong anchor = OptionalLong.empty();
  private ByteRange highlight = HexPage.NOTHING;
  private NavigableSet<Long> bookmarks = Marks.NONE.bookmarks();
  private int bytesPerRow = HexRows.NONE.bytesPerRow();
  private boolean isMovingCaret;

  /// The element of the tensor in the first visible row, shared with neighboring panes; negative
  /// before the tensor.
  private final ObjectProperty<OptionalLong> first =
      new SimpleObjectProperty<>(OptionalLong.empty());

  public HexViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.loader = new HexLoader(jobs, messages.text("hex.job.read"));
    this.actions = new RangeActions(selection, jobs, messages);
    selection.documentProperty().subscribe(_ -> actions.stop());
    selection.caretProperty().subscribe(this::caretMoved);
    selection.tensorProperty().subscribe(_ -> recut());
    join(selection.companions());
    loader.onArrival(this::update);
    results.revisionProperty().subscribe((_, _) -> update());
    Stream.of(choices.offsets(), choices.characters(), choices.grouped())
        .forEach(choice -> choice.subscribe((_, _) -> recut()));
  }

  private void join(Companions companions) {
    if (!companions.label().isEmpty()) {
      // Aligns equal bytes of the compared tensors.
      choices.offsets().set(OffsetBase.TENSOR);
    }
    choices.join(companions.view());
    companions.view().join("hex.first", first);
    companions.pair().subscribe((_, _) -> update());
    first.subscribe((_, element) -> element.ifPresent(this::showFirst));
  }

  private void caretMoved(Optional<Caret> caret) {
    refusal.set(Optional.empty());
    actions.outcome.set(Optional.empty());
    Optional<TensorFile> next = caret.map(Caret::file);
    if (!next.equals(file())) {
      show(next);
    }
    if (!isMovingCaret) {
      clearSelection();
    }
    caret.ifPresent(here -> scroll.reveal(scroll.rows.rowOf(here.byteOffset()), isMovingCaret));
    update();
    first.set(firstElement());
  }

  private void show(Optional<TensorFile> file) {
    structure = file.map(FileStructure::new);
    long missing = structure.map(FileStructure::missingBytes).orElse(0L);
    endNote = missing == 0 ? "" : messages.text("hex.missing", messages.exactBytes(missing));
    highlight = HexPage.NOTHING;
    clearSelection();
    scroll.begin(rows(), missing != 0);
    loader.clear();
    caretLine.set(CaretLine.EMPTY);
  }

  private HexRows rows() {
    long blanks = isComputed() ? -origin() : Math.floorMod(-origin(), (long) bytesPerRow);
    return file()
        .map(shown -> new HexRows(shown.bytes().length(), bytesPerRow, blanks))
        .orElse(HexRows.NONE);
  }

  /// Returns true for a difference. Only its values are shown, because its header is in no file.
  private boolean isComputed() {
    return file().filter(shown -> shown.bytes() instanceof ComputedFile).isPresent();
  }

  /// Returns the file offset of the byte whose offset is 0.
  private long origin() {
    return switch (isComputed() ? OffsetBase.DATA : choices.offsets().get()) {
      case FILE -> 0;
      case DATA -> structure.map(shown -> shown.dataStart().orElse(0)).orElse(0L);
      case TENSOR -> data().map(data -> data.range().begin()).orElse(0L);
    };
  }

  /// Returns the data of the selected tensor if the tensor is in the file.
  private Optional<TensorData> data() {
    return selection
        .tensorProperty()
        .get()
        .filter(shown -> file().filter(shown.file()::equals).isPresent())
        .flatMap(TensorRef::data);
  }

  private void showFirst(long element) {
    data()
        .filter(_ -> !firstElement().equals(OptionalLong.of(element)))
        .ifPresent(
            data -> {
              long bits = element * data.info().dtype().bits();
              scroll.to(scroll.rows.rowOf(data.range().begin() + Math.floorDiv(bits, Byte.SIZE)));
              update();
            });
  }

  private OptionalLong firstElement() {
    return data().stream()
        .mapToLong(
            data ->
                Math.floorDiv(
                    (scroll.rows.beginOf(scroll.firstRow) - data.range().begin()) * Byte.SIZE,
                    data.info().dtype().bits()))
        .findFirst();
  }

  private void update() {
    ByteRange visible = scroll.rows.bytes(scroll.firstRow, scroll.wholeRows);
    selection.visibleBytesProperty().set(file().map(shown -> new VisibleBytes(shown, visible)));
    HexPage newPage = structure.map(this::page).orElse(HexPage.EMPTY);
    page.set(newPage);
    caretLine.set(lineOf(newPage.marks().caret()).orOlder(caretLine.get(), newPage));
    Companions companions = selection.companions();
    Optional<Compared> compared =
        data().flatMap(own -> companions.pairOf(own).map(pair -> new Compared(pair, own)));
    file().ifPresent(shown -> loader.require(shown, scroll, compared));
  }

  private HexPage page(FileStructure shown) {
    HexRows rows = scroll.rows;
    // One more row may be partly visible.
    ByteRange visible = rows.bytes(scroll.firstRow, scroll.wholeRows + 1L);
    ByteWindow window = loader.window();
    PageStructure parts = PageStructure.of(shown, window, visible, zeroPages(shown, visible));
    Offsets offsets = new Offsets(rows.fileLength(), origin());
    return new HexPage(
        rows,
        scroll.firstRow,
        window,
        Optional.of(parts),
        marks(shown.file()),
        new Look(
            offsets,
            choices.characters().get(),
            choices.grouped().get(),
            HexPage.absent(shown.file()),
            endNote));
  }

  private Marks marks(TensorFile file) {
    OptionalLong caret =
        selection.caretProperty().get().stream()
            .mapToLong(Caret::byteOffset)
            .filter(byteOffset -> byteOffset < file.bytes().length())
            .findFirst();
    ByteRange tensor = data().map(TensorData::range).orElse(HexPage.NOTHING);
    return new Marks(caret, selected, highlight, tensor, bookmarks, loader.changed());
  }

  private List<ByteRange> zeroPages(FileStructure shown, ByteRange visible) {
    Optional<FileDocument> document = selection.openDocument();
    List<ByteRange> pages = new ArrayList<>();
    if (document.isEmpty() || results.countOf(HealthIssue.ZERO_PAGES) == 0) {
      return pages;
    }
    long at = visible.begin();
    for (int count = 0; at < visible.end() && count < MAX_SEGMENTS; count++) {
      Segment segment = shown.at(at);
      if (segment.part().isInTensor()) {
        TensorRef tensor = new TensorRef(shown.file(), shown.tensor(segment.tensor()));
        results
            .health(document.get().checkpoint().indexOf(tensor))
            .ifPresent(health -> pages.addAll(health.zeroPages().runs()));
      }
      at = segment.end();
    }
    return pages;
  }

  private void recut() {
    scroll.reflow(rows());
    update();
  }

  Optional<TensorFile> file() {
    return structure.map(FileStructure::file);
  }

  /// @param columns the number of bytes per row, at least 1
  /// @param wholeRows the number of completely visible rows, at least 1
  void setRoom(int columns, int wholeRows) {
    if (columns != bytesPerRow || wholeRows != scroll.wholeRows) {
      bytesPerRow = columns;
      scroll.setWholeRows(wholeRows);
      recut();
    }
  }

  /// Scrolls to a row. The caret does not move.
  void scrollTo(long row) {
    scroll.to(row);
    update();
    first.set(firstElement());
  }

  /// Scrolls down, or up for a negative count. The caret does not move.
  void scrollBy(long rowCount) {
    scrollTo(scroll.firstRow + rowCount);
  }

  /// Clears the selection, puts the caret on a byte and scrolls to it. An offset outside the file
  /// does not move the caret.
  void placeCaret(long byteOffset) {
    clearSelection();
    putCaret(byteOffset);
  }

  /// Puts the caret on a byte, scrolls to it, and selects the bytes from the anchor of the
  /// selection or, without an anchor, from the previous caret. Does nothing for an offset outside
  /// the file.
  void extendTo(long byteOffset) {
    OptionalLong caret = page.get().marks().caret();
    if (caret.isPresent() && isInFile(byteOffset)) {
      long from = anchor.orElse(caret.getAsLong());
      anchor = OptionalLong.of(from);
      selected = new ByteRange(Math.min(from, byteOffset), Math.max(from, byteOffset) + 1);
      putCaret(byteOffset);
    }
  }

  private void putCaret(long byteOffset) {
    if (isInFile(byteOffset)) {
      isMovingCaret = true;
      selection.placeCaret(file().orElseThrow(), byteOffset);
      isMovingCaret = false;
      // The caret may already have been there, outside the visible rows.
      scroll.reveal(scroll.rows.rowOf(byteOffset), true);
      update();
    }
  }

  private boolean isInFile(long byteOffset) {
    return byteOffset >= scroll.rows.begin() && byteOffset < scroll.rows.fileLength();
  }

  void move(CaretMove move, boolean extending) {
    HexRows rows = scroll.rows;
    if (rows.fileLength() > 0) {
      long caret = page.get().marks().caret().orElse(rows.fileLength() - 1);
      long target = rows.moved(move, caret, scroll.wholeRows);
      if (extending) {
        extendTo(target);
      } else {
        placeCaret(target);
      }
    }
  }

  /// Selects bytes. The caret does not move.
  ///
  /// @param bytes inside the file; an empty range clears the selection
  void select(ByteRange bytes) {
    clearSelection();
    selected = bytes;
    update();
  }

  void selectAll() {
    select(new ByteRange(scroll.rows.begin(), scroll.rows.fileLength()));
  }

  boolean hasSelection() {
    return selected.byteCount() > 0;
  }

  /// Returns the selected bytes or, if no bytes are selected, the byte under the caret.
  Optional<ByteRange> selectedBytes() {
    return Stream.concat(
            Stream.of(selected).filter(_ -> hasSelection()),
            page.get().marks().caret().stream().mapToObj(at -> new ByteRange(at, at + 1)))
        .findFirst();
  }

  /// Highlights bytes, such as found ones; empty removes the highlight.
  public void highlight(Optional<ByteRange> bytes) {
    highlight = bytes.orElse(HexPage.NOTHING);
    update();
  }

  /// Shows the bytes with bookmarks.
  ///
  /// @param byteOffsets file offsets
  public void showBookmarks(Stream<Long> byteOffsets) {
    bookmarks = byteOffsets.collect(Collectors.toCollection(TreeSet::new));
    update();
  }

  /// Puts the caret on the place that a text describes and returns true. If that is impossible,
  /// returns false and sets [#refusal].
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
              () ->
                  selection.placeCaret(
                      place.file(), Math.max(place.byteOffset(), scroll.rows.begin())));
      scroll.reveal(scroll.rows.rowOf(place.byteOffset()), false);
      update();
      return true;
    } catch (NoPlaceException e) {
      refusal.set(Optional.of(e.getMessage()));
      return false;
    }
  }

  private void clearSelection() {
    anchor = OptionalLong.empty();
    selected = HexPage.NOTHING;
  }

  CaretLine lineOf(OptionalLong byteOffset) {
    return structure
        .map(shown -> CaretLine.of(shown, page.get(), byteOffset, messages))
        .orElse(CaretLine.EMPTY);
  }

  /// Returns the reason why bytes are missing, or why the last action failed.
  ObservableValue<Optional<Failure>> failureProperty() {
    ObservableValue<Optional<Failure>> ofAction =
        actions.outcome.map(feedback -> feedback.flatMap(Feedback::failure));
    return loader
        .failureProperty()
        .flatMap(failed -> failed.isPresent() ? new SimpleObjectProperty<>(failed) : ofAction);
  }

  /// Returns the row of the caret as text for screen readers; empty text without a caret.
  String caretRowText() {
    OptionalLong caret = page.get().marks().caret();
    return caret.isPresent() ? page.get().rowText(scroll.rows.rowOf(caret.getAsLong())) : "";
  }
}
