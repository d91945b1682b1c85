package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.HealthMarks;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.structure.MapColumns;
import io.github.tensorloupe.analysis.structure.MapColumns.Source;
import io.github.tensorloupe.analysis.structure.MapScale;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection.VisibleBytes;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.KnownValues;
import io.github.tensorloupe.work.Refresh;

/// The map of the file that the caret is in. Belongs to the FX thread; what is to be drawn is
/// gathered beside it.
public final class FileMapViewModel {

  private final Selection selection;
  private final ScanResults results;
  private final Messages messages;
  private final LatestJob gathering;
  private final LatestJob marking;
  private final Refresh gathered = new Refresh(this::gather);
  private final MapMoves moves;
  private final ObjectProperty<Optional<MapColumns>> columns =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<BitSet> groupColumns = new SimpleObjectProperty<>(new BitSet());
  private final ObjectProperty<Coloring> coloring = new SimpleObjectProperty<>(Coloring.DTYPE);
  private Optional<TensorFile> file = Optional.empty();
  private Optional<MapScale> zoomed = Optional.empty();
  private int columnCount;

  public FileMapViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.gathering = new LatestJob(jobs);
    this.marking = new LatestJob(jobs);
    this.moves = new MapMoves(this, selection, results);
    selection.caretProperty().subscribe(this::follow);
    results.revisionProperty().subscribe(_ -> gathered.request());
    selection.groupProperty().subscribe(_ -> markGroup());
    columns.subscribe(_ -> markGroup());
  }

  /// A map that is zoomed in goes where the caret goes.
  private void follow(Optional<Caret> caret) {
    show(caret.map(Caret::file));
    if (caret.isPresent() && zoomed.filter(it -> !it.shows(caret.get().byteOffset())).isPresent()) {
      MapScale scale = zoomed.get();
      zoomTo(Optional.of(scale.from(caret.get().byteOffset() - scale.shownLength() / 2)));
    }
  }

  private void show(Optional<TensorFile> shown) {
    if (!shown.equals(file)) {
      zoomed = Optional.empty();
      file = shown.filter(each -> each.bytes().length() > 0);
      columns.set(Optional.empty());
      gather();
    }
  }

  /// Says how many columns there is room for.
  void setColumnCount(int count) {
    if (count != columnCount) {
      columnCount = count;
      zoomed = Optional.empty();
      gather();
    }
  }

  private void gather() {
    Optional<OpenDocument> document = selection.openDocument();
    if (file.isEmpty() || document.isEmpty() || columnCount < 1) {
      gathering.cancel();
      gathered.dropped();
      columns.set(Optional.empty());
      return;
    }
    TensorFile shown = file.get();
    MapScale scale = zoomed.orElseGet(() -> MapScale.of(shown, columnCount));
    int first = firstTensor(document.get().checkpoint(), shown);
    HealthMarks marks = results.marks();
    Optional<KnownValues> known =
        results.countOf(HealthIssue.ZERO_PAGES) > 0
            ? Optional.of(results.known())
            : Optional.empty();
    gathered.begun();
    gathering.start(
        messages.text("filemap.job"),
        (cancellation, _) ->
            MapColumns.of(
                new Source(
                    shown,
                    first,
                    document.get().tree(),
                    marks,
                    known.map(values -> holes(shown, first, values)).orElse(List.of())),
                scale,
                cancellation),
        made -> {
          columns.set(Optional.of(made));
          gathered.ended();
        },
        failure -> {
          gathered.ended();
          throw PaneException.whole(failure, this::gather);
        });
  }

  /// The index of a file's first tensor in the checkpoint.
  static int firstTensor(Checkpoint checkpoint, TensorFile file) {
    return checkpoint.files().stream()
        .takeWhile(each -> each != file)
        .mapToInt(each -> each.header().tensors().size())
        .sum();
  }

  private static List<ByteRange> holes(TensorFile file, int first, KnownValues known) {
    return IntStream.range(first, first + file.header().tensors().size())
        .mapToObj(known::health)
        .flatMap(health -> health.stream().flatMap(each -> each.zeroPages().runs().stream()))
        .toList();
  }

  /// The tensors of a group may be anywhere in the file.
  private void markGroup() {
    marking.cancel();
    OptionalInt group = selection.groupProperty().get();
    Optional<OpenDocument> document = selection.openDocument();
    if (group.isEmpty() || columns.get().isEmpty() || document.isEmpty()) {
      groupColumns.set(new BitSet());
      return;
    }
    OpenDocument open = document.get();
    MapColumns map = columns.get().get();
    marking.start(
        messages.text("filemap.job"),
        (cancellation, _) ->
            map.columnsOf(open.tree(), group.getAsInt(), open.checkpoint().tensors(), cancellation),
        groupColumns::set,
        PaneException.orPart(this::markGroup));
  }

  /// The columns to draw; empty where no file is shown or it is still being gathered.
  ReadOnlyObjectProperty<Optional<MapColumns>> columnsProperty() {
    return columns;
  }

  ObjectProperty<Coloring> coloringProperty() {
    return coloring;
  }

  /// Shows fewer bytes, or more, and keeps the byte of a column in its place.
  ///
  /// @param factor how many times as many bytes are shown
  void zoom(int column, double factor) {
    Optional<MapScale> shown = zoomed.or(() -> columns.get().map(MapColumns::scale));
    zoomTo(
        shown
            .filter(_ -> columns.get().isPresent())
            .map(scale -> scale.zoom(scale.begin(column), scale.shownLength() * factor))
            .filter(MapScale::isZoomed));
  }

  /// Shows bytes further on, or further back for a negative count.
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

  /// The bytes of the selected tensor, if they are in the file that is shown.
  Optional<ByteRange> selected() {
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    return tensor.filter(it -> isShown(it.file())).flatMap(TensorRef::data).map(TensorData::range);
  }

  /// The columns of the selected group; not to be changed.
  ReadOnlyObjectProperty<BitSet> groupColumnsProperty() {
    return groupColumns;
  }

  /// The bytes that the pane of bytes shows, if they are of the file that is shown.
  Optional<ByteRange> visible() {
    return visibleBytesProperty()
        .get()
        .filter(visible -> isShown(visible.file()))
        .map(VisibleBytes::bytes);
  }

  ReadOnlyObjectProperty<Optional<VisibleBytes>> visibleBytesProperty() {
    return selection.visibleBytesProperty();
  }

  Optional<TensorHealth> health(TensorRef tensor) {
    return selection
        .openDocument()
        .flatMap(open -> results.health(open.checkpoint().indexOf(tensor)));
  }

  MapMoves moves() {
    return moves;
  }

  /// The meaning of the color of a tensor on the map.
  enum Coloring {
    /// The health of its values.
    HEALTH,
    DTYPE,
    /// Which group it is in.
    GROUP
  }
}
