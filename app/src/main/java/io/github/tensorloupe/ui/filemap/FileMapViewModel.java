package io.github.tensorloupe.ui.filemap;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.job.LatestJob;
import io.github.tensorloupe.ui.selection.Caret;
import io.github.tensorloupe.ui.selection.HealthMarks;
import io.github.tensorloupe.ui.selection.KnownValues;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.ScanResults;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The map of the file that the caret is in. Belongs to the FX thread; what is to be drawn is
/// gathered beside it.
public final class FileMapViewModel {

  private final Selection selection;
  private final ScanResults results;
  private final Messages messages;
  private final LatestJob gathering;
  private final ReadOnlyObjectWrapper<Optional<MapColumns>> columns =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<TensorFile> file = Optional.empty();
  private int columnCount;

  /// @param selection shared with the other panes
  /// @param results of scans of the open document
  /// @param jobs gathers what is to be drawn
  public FileMapViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.gathering = new LatestJob(jobs);
    selection.caretProperty().subscribe(caret -> show(caret.map(Caret::file)));
    results.revisionProperty().subscribe(_ -> gather());
  }

  private void show(Optional<TensorFile> shown) {
    if (!shown.equals(file)) {
      file = shown.filter(each -> each.bytes().length() > 0);
      columns.set(Optional.empty());
      gather();
    }
  }

  /// Says how many columns there is room for.
  void setColumnCount(int count) {
    if (count != columnCount) {
      columnCount = count;
      gather();
    }
  }

  private void gather() {
    Optional<OpenDocument> document = selection.openDocument();
    if (file.isEmpty() || document.isEmpty() || columnCount < 1) {
      gathering.cancel();
      columns.set(Optional.empty());
      return;
    }
    TensorFile shown = file.get();
    int count = columnCount;
    int first = firstTensor(document.get(), shown);
    HealthMarks marks = results.marks();
    Optional<KnownValues> known =
        results.countOf(HealthIssue.ZERO_PAGES) > 0
            ? Optional.of(results.known())
            : Optional.empty();
    gathering.start(
        messages.text("filemap.job"),
        (cancellation, _) ->
            MapColumns.of(
                shown,
                first,
                marks,
                known.map(values -> holes(shown, first, values)).orElse(List.of()),
                count,
                cancellation),
        made -> columns.set(Optional.of(made)),
        failure -> {
          throw new IllegalStateException("the file map could not be made", failure);
        });
  }

  private static int firstTensor(OpenDocument document, TensorFile file) {
    int before = 0;
    for (TensorFile each : document.checkpoint().files()) {
      if (each == file) {
        return before;
      }
      before += each.header().tensors().size();
    }
    return before;
  }

  private static List<ByteRange> holes(TensorFile file, int first, KnownValues known) {
    List<ByteRange> holes = new ArrayList<>();
    for (int i = 0; i < file.header().tensors().size(); i++) {
      known.health(first + i).ifPresent(health -> holes.addAll(health.zeroPages().runs()));
    }
    return holes;
  }

  /// What is to be drawn; empty where no file is shown or it is still being gathered.
  ReadOnlyObjectProperty<Optional<MapColumns>> columnsProperty() {
    return columns.getReadOnlyProperty();
  }

  /// Where the caret is, if it is in the file that is shown.
  Optional<Long> caret() {
    return selection
        .caretProperty()
        .get()
        .filter(caret -> Optional.of(caret.file()).equals(file))
        .map(Caret::byteOffset);
  }

  ReadOnlyObjectProperty<Optional<Caret>> caretProperty() {
    return selection.caretProperty();
  }

  /// The bytes of the selected tensor, if they are in the file that is shown.
  Optional<ByteRange> selected() {
    return selection
        .tensorProperty()
        .get()
        .filter(tensor -> Optional.of(tensor.file()).equals(file))
        .flatMap(TensorRef::data)
        .map(TensorData::range);
  }

  /// What is known of a tensor of the file that is shown.
  Optional<TensorHealth> health(TensorRef tensor) {
    return selection
        .openDocument()
        .flatMap(open -> results.health(open.checkpoint().indexOf(tensor)));
  }

  /// Puts the caret on the bytes of a column. Where tensors share the column, the one that gives it
  /// its colour is meant.
  void goTo(int column) {
    MapColumns map = columns.get().orElseThrow();
    long begin = map.scale().begin(column);
    Optional<TensorRef> tensor = map.tensor(column).map(info -> new TensorRef(map.file(), info));
    Optional<TensorData> data = tensor.flatMap(TensorRef::data);
    if (data.isPresent() && map.kind(column).compareTo(ColumnKind.NOTE) >= 0) {
      if (data.get().range().begin() > begin || data.get().range().end() <= begin) {
        goToProblem(tensor.get());
        return;
      }
    }
    if (begin < map.scale().fileLength()) {
      selection.placeCaret(map.file(), begin);
    }
  }

  /// Goes to the next tensor of the file with something wrong, or to the one before.
  ///
  /// @param step 1 or -1
  void goToProblem(int step) {
    Optional<OpenDocument> document = selection.openDocument();
    if (document.isEmpty() || file.isEmpty()) {
      return;
    }
    int first = firstTensor(document.get(), file.get());
    int end = first + file.get().header().tensors().size();
    int at =
        selection
            .tensorProperty()
            .get()
            .map(tensor -> document.get().checkpoint().indexOf(tensor))
            .orElse(step > 0 ? first - 1 : end);
    for (int tensor = at + step; tensor >= first && tensor < end; tensor += step) {
      if (!results.issues(tensor).isEmpty()) {
        goToProblem(document.get().checkpoint().tensors().get(tensor));
        return;
      }
    }
  }

  private void goToProblem(TensorRef tensor) {
    tensor
        .data()
        .ifPresentOrElse(
            data ->
                selection.select(
                    tensor,
                    health(tensor)
                        .map(health -> FirstProblem.of(data, health))
                        .orElse(data.range().begin())),
            () -> selection.select(tensor));
  }
}
