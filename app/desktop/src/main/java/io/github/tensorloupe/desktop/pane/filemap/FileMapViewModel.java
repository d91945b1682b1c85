package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.filemap.MapColumns.ColumnKind;
import io.github.tensorloupe.desktop.pane.filemap.MapColumns.Source;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection.VisibleBytes;
import io.github.tensorloupe.desktop.selection.TensorLookup;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.stream.Stream;

/// The map of the file that contains the caret. Belongs to the FX thread; the map is computed in
/// the background.
public final class FileMapViewModel {

  private static final int MANY_TENSORS = 10_000;

  private final Selection selection;
  private final ScanResults results;
  private final Messages messages;
  private final JobSlot<MapColumns> gathering;
  private final JobSlot<BitSet> marking;

  /// The columns to draw; empty if no file is shown or its first map is not ready.
  final ReadOnlyObjectProperty<Optional<MapColumns>> columns;

  /// The columns of the selected group; must not be modified.
  final ObjectProperty<BitSet> groupColumns = new SimpleObjectProperty<>(new BitSet());

  final ObjectProperty<Coloring> coloring = new SimpleObjectProperty<>(Coloring.DTYPE);
  private Optional<TensorFile> file = Optional.empty();
  private Optional<MapScale> zoomed = Optional.empty();
  private int columnCount;

  /// The marks in the latest map, and the number of tensors scanned at that time.
  private HealthMarks gatheredMarks = new HealthMarks(0, 0);

  private int gatheredCount;

  public FileMapViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.gathering = new JobSlot<>(jobs);
    this.marking = new JobSlot<>(jobs);
    this.columns = gathering.resultProperty();
    selection.caretProperty().subscribe(this::onCaretMoved);
    results.revisionProperty().subscribe(_ -> onResultsChanged());
    results.stateProperty().subscribe(_ -> onResultsChanged());
    selection.groupProperty().subscribe(_ -> markGroup());
    columns.subscribe(_ -> markGroup());
    // Visible bytes on a server are fetched and are then no longer absent from the map.
    selection
        .visibleBytesProperty()
        .subscribe(
            _ ->
                selection
                    .openDocument()
                    .filter(FileDocument::isOnServer)
                    .ifPresent(_ -> gathering.whenFree(this::gather)));
  }

  /// Limits the number of maps during a scan of many tensors to about twenty. Results arrive faster
  /// than maps can be computed, and each map copies all marks.
  private void onResultsChanged() {
    int step = results.tensorCount() > MANY_TENSORS ? results.tensorCount() / 20 : 0;
    boolean scanning = results.stateProperty().get() instanceof ScanState.Running;
    boolean enough = !scanning || results.scannedCount() - gatheredCount >= step;
    if (enough && file.isPresent() && results.marks() != gatheredMarks) {
      gathering.whenFree(this::gather);
    }
  }

  /// Scrolls a zoomed map to the caret.
  private void onCaretMoved(Optional<Caret> caret) {
    Optional<TensorFile> shown = caret.map(Caret::file);
    if (!shown.equals(file)) {
      zoomed = Optional.empty();
      file = shown.filter(each -> each.bytes().length() > 0);
      gathering.clear();
      gather();
    }
    if (caret.isPresent() && zoomed.filter(it -> !it.shows(caret.get().byteOffset())).isPresent()) {
      MapScale scale = zoomed.get();
      zoomTo(Optional.of(scale.from(caret.get().byteOffset() - scale.shownLength() / 2)));
    }
  }

  void setColumnCount(int count) {
    if (count != columnCount) {
      columnCount = count;
      zoomed = Optional.empty();
      gather();
    }
  }

  private void gather() {
    Optional<FileDocument> document = selection.openDocument();
    if (file.isEmpty() || document.isEmpty() || columnCount < 1) {
      gathering.clear();
      return;
    }
    TensorFile shown = file.get();
    MapScale scale = zoomed.orElseGet(() -> MapScale.of(shown, columnCount));
    int first = firstTensor(document.get().checkpoint(), shown);
    HealthMarks marks = results.marks();
    gatheredMarks = marks;
    gatheredCount = results.scannedCount();
    Optional<KnownValues> known =
        results.hasIssue(HealthIssue.ZERO_PAGES) ? Optional.of(results.known()) : Optional.empty();
    gathering.start(
        messages.text("filemap.job"),
        (cancellation, _) -> {
          List<ByteRange> holes = known.map(it -> holes(shown, first, it)).orElse(List.of());
          Source source = new Source(shown, first, document.get().tree(), marks, holes);
          return MapColumns.of(source, scale, cancellation);
        },
        PaneException.orWhole(this::gather));
  }

  private static int firstTensor(Checkpoint checkpoint, TensorFile file) {
    Stream<TensorFile> before = checkpoint.files().stream().takeWhile(each -> each != file);
    return before.mapToInt(each -> each.header().tensors().size()).sum();
  }

  private static List<ByteRange> holes(TensorFile file, int first, KnownValues known) {
    return IntStream.range(first, first + file.header().tensors().size())
        .mapToObj(known::health)
        .flatMap(health -> health.stream().flatMap(each -> each.zeroPages().runs().stream()))
        .toList();
  }

  /// Finds the columns of the selected group, whose tensors may be anywhere in the file.
  private void markGroup() {
    marking.clear();
    OptionalInt group = selection.groupProperty().get();
    Optional<FileDocument> document = selection.openDocument();
    if (group.isEmpty() || columns.get().isEmpty() || document.isEmpty()) {
      groupColumns.set(new BitSet());
      return;
    }
    FileDocument open = document.get();
    MapColumns map = columns.get().get();
    marking.start(
        messages.text("filemap.job"),
        (cancellation, _) ->
            map.columnsOf(open.tree(), group.getAsInt(), open.checkpoint().tensors(), cancellation),
        groupColumns::set,
        PaneException.orPart(this::markGroup));
  }

  /// Zooms around a column, whose first byte stays in place.
  ///
  /// @param factor the new number of shown bytes relative to the current one
  void zoom(int column, double factor) {
    Optional<MapScale> shown = columns.get().map(map -> zoomed.orElse(map.scale()));
    Optional<MapScale> next = shown.map(it -> it.zoom(it.begin(column), it.shownLength() * factor));
    zoomTo(next.filter(MapScale::isZoomed));
  }

  /// Scrolls forward, or backward for a negative count.
  void pan(int columnSteps) {
    if (zoomed.isPresent()) {
      MapScale scale = zoomed.get();
      double bytesPerColumn = (double) scale.shownLength() / scale.columnCount();
      zoomTo(Optional.of(scale.from(scale.begin() + (long) (bytesPerColumn * columnSteps))));
    }
  }

  void showWhole() {
    zoomTo(Optional.empty());
  }

  private void zoomTo(Optional<MapScale> wanted) {
    if (!wanted.equals(zoomed)) {
      zoomed = wanted;
      gather();
    }
  }

  List<TensorFile> files() {
    return selection.openDocument().map(open -> open.checkpoint().files()).orElse(List.of());
  }

  Optional<TensorFile> file() {
    return file;
  }

  Optional<Long> caret() {
    return caretProperty().get().filter(it -> isShown(it.file())).map(Caret::byteOffset);
  }

  private boolean isShown(TensorFile of) {
    return Optional.of(of).equals(file);
  }

  ReadOnlyObjectProperty<Optional<Caret>> caretProperty() {
    return selection.caretProperty();
  }

  /// Returns the bytes of the selected tensor if they are in the shown file.
  Optional<ByteRange> selected() {
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    return tensor.filter(it -> isShown(it.file())).flatMap(TensorRef::data).map(TensorData::range);
  }

  /// Returns the visible bytes of the byte pane if they are in the shown file.
  Optional<ByteRange> visible() {
    Optional<VisibleBytes> visible = visibleBytesProperty().get();
    return visible.filter(it -> isShown(it.file())).map(VisibleBytes::bytes);
  }

  ReadOnlyObjectProperty<Optional<VisibleBytes>> visibleBytesProperty() {
    return selection.visibleBytesProperty();
  }

  Optional<TensorHealth> health(TensorRef tensor) {
    return selection
        .openDocument()
        .flatMap(open -> results.health(open.checkpoint().indexOf(tensor)));
  }

  /// Goes to the first byte of the next (1) or previous (-1) file of the document.
  void goToFile(int step) {
    List<TensorFile> files = files();
    int at = selection.caretProperty().get().map(caret -> files.indexOf(caret.file())).orElse(-1);
    int next = at + step;
    if (at >= 0 && next >= 0 && next < files.size()) {
      selection.placeCaret(files.get(next), 0);
    }
  }

  /// Goes to the next (1) or previous (-1) tensor of the file in byte order.
  void goToTensor(int step) {
    if (file.isPresent()) {
      Header header = file.get().header();
      Optional<TensorRef> selected = selection.tensorProperty().get();
      Optional<Integer> next = selected.map(it -> header.indexOf(it.info()) + step);
      goToTensorAt(next.orElseGet(() -> tensorsBeforeCaret() + Math.min(0, step)));
    }
  }

  void goToLastTensor() {
    file.ifPresent(shown -> goToTensorAt(shown.header().tensors().size() - 1));
  }

  void goToTensorAt(int index) {
    file.filter(shown -> index >= 0 && index < shown.header().tensors().size())
        .ifPresent(
            shown -> selection.select(new TensorRef(shown, shown.header().tensors().get(index))));
  }

  private int tensorsBeforeCaret() {
    long dataOffset = caret().orElse(0L) - file.orElseThrow().reading().dataStart().orElse(0);
    return dataOffset > 0
        ? TensorLookup.lastFrom(file.orElseThrow().header(), dataOffset - 1) + 1
        : 0;
  }

  /// Puts the caret on the first byte of a column, regardless of its content.
  void scrub(int column) {
    columns
        .get()
        .filter(map -> map.scale().begin(column) < map.scale().fileLength())
        .ifPresent(map -> selection.placeCaret(map.file(), map.scale().begin(column)));
  }

  /// Puts the caret on a byte of a column, never outside it. If tensors share the column, selects
  /// the tensor that determines its color: its problem if that is in the column, else its first
  /// element there.
  void goTo(int column) {
    MapColumns map = columns.get().orElseThrow();
    ByteRange bytes = map.scale().bytes(column);
    Optional<TensorRef> tensor = tensorAt(column);
    Optional<TensorData> data =
        tensor
            .flatMap(TensorRef::data)
            .filter(it -> it.range().begin() < bytes.end() && bytes.begin() < it.range().end());
    if (data.isEmpty()) {
      scrub(column);
      return;
    }
    long problem = problem(tensor.get(), data.get());
    boolean isWrong = map.kind(column).compareTo(ColumnKind.NOTE) >= 0;
    selection.select(
        tensor.get(),
        isWrong && bytes.contains(problem) ? problem : firstElement(data.get(), bytes));
  }

  Optional<TensorRef> tensorAt(int column) {
    return columns
        .get()
        .flatMap(map -> map.tensor(column).map(info -> new TensorRef(map.file(), info)));
  }

  /// Returns the first byte of the first element that begins in the range or, if none does, the
  /// first byte of the tensor in the range.
  private static long firstElement(TensorData data, ByteRange bytes) {
    long begin = data.range().begin();
    long first = Math.max(begin, bytes.begin());
    int elementBytes = Math.max(1, data.info().dtype().bits() / Byte.SIZE);
    long element = begin + Math.ceilDiv(first - begin, elementBytes) * elementBytes;
    return element < Math.min(bytes.end(), data.range().end()) ? element : first;
  }

  /// Returns true if the tensor that determines the color of a column has a problem.
  boolean hasProblem(int column) {
    return tensorAt(column).flatMap(this::health).filter(TensorHealth::hasProblem).isPresent();
  }

  /// Goes to the problem of the tensor that determines the color of a column.
  void goToProblemAt(int column) {
    tensorAt(column).filter(_ -> hasProblem(column)).ifPresent(this::goToProblem);
  }

  /// Goes to the next (1) or previous (-1) tensor of the file with a problem.
  void goToProblem(int step) {
    if (selection.openDocument().isEmpty() || file.isEmpty()) {
      return;
    }
    Checkpoint checkpoint = selection.openDocument().get().checkpoint();
    int first = firstTensor(checkpoint, file.get());
    int end = first + file.get().header().tensors().size();
    Optional<TensorRef> selected = selection.tensorProperty().get();
    int at = selected.map(checkpoint::indexOf).orElse(step > 0 ? first - 1 : end);
    IntStream.iterate(at + step, tensor -> tensor >= first && tensor < end, tensor -> tensor + step)
        .filter(results.marks()::hasProblem)
        .findFirst()
        .ifPresent(tensor -> goToProblem(checkpoint.tensors().get(tensor)));
  }

  private void goToProblem(TensorRef tensor) {
    tensor
        .data()
        .ifPresentOrElse(
            data -> selection.select(tensor, problem(tensor, data)),
            () -> selection.select(tensor));
  }

  /// Returns the first byte of the worst finding that concerns only a part of the tensor, else of
  /// the tensor.
  private long problem(TensorRef tensor, TensorData data) {
    return health(tensor).stream()
        .flatMap(health -> HealthFindings.of(data, health).stream())
        .flatMap(finding -> finding.range().stream())
        .filter(range -> !range.equals(data.range()))
        .findFirst()
        .orElse(data.range())
        .begin();
  }

  enum Coloring {
    HEALTH,
    DTYPE,
    GROUP
  }
}
