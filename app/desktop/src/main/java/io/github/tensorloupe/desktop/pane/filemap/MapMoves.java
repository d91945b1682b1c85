package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.structure.MapColumns;
import io.github.tensorloupe.analysis.structure.MapColumns.ColumnKind;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Moves from one place of the map to another. Belongs to the FX thread.
final class MapMoves {

  private final FileMapViewModel model;
  private final Selection selection;
  private final ScanResults results;

  MapMoves(FileMapViewModel model, Selection selection, ScanResults results) {
    this.model = model;
    this.selection = selection;
    this.results = results;
  }

  /// Goes to the first byte of another file of the document.
  ///
  /// @param step 1 for the next file, -1 for the one before
  void goToFile(int step) {
    List<TensorFile> files = model.files();
    int at = selection.caretProperty().get().map(caret -> files.indexOf(caret.file())).orElse(-1);
    int next = at + step;
    if (at >= 0 && next >= 0 && next < files.size()) {
      selection.placeCaret(files.get(next), 0);
    }
  }

  /// Goes to the next tensor of the file, or to the one before, in the order of their bytes.
  ///
  /// @param step 1 or -1
  void goToTensor(int step) {
    if (model.file().isPresent()) {
      Header header = model.file().get().header();
      Optional<TensorRef> selected = selection.tensorProperty().get();
      goToTensorAt(
          selected
              .map(it -> header.indexOf(it.info()) + step)
              .orElseGet(() -> tensorsBeforeCaret() + Math.min(0, step)));
    }
  }

  void goToLastTensor() {
    model.file().ifPresent(shown -> goToTensorAt(shown.header().tensors().size() - 1));
  }

  void goToTensorAt(int index) {
    model
        .file()
        .filter(shown -> index >= 0 && index < shown.header().tensors().size())
        .ifPresent(
            shown -> selection.select(new TensorRef(shown, shown.header().tensors().get(index))));
  }

  private int tensorsBeforeCaret() {
    TensorFile file = model.file().orElseThrow();
    long dataOffset = model.caret().orElse(0L) - file.reading().dataStart().orElse(0);
    return (int)
        file.header().tensors().stream()
            .takeWhile(it -> dataOffset > 0 && Long.compareUnsigned(it.begin(), dataOffset) < 0)
            .count();
  }

  /// Puts the caret on the first byte of a column, whatever is in it.
  void scrub(int column) {
    model
        .columnsProperty()
        .get()
        .filter(map -> map.scale().begin(column) < map.scale().fileLength())
        .ifPresent(map -> selection.placeCaret(map.file(), map.scale().begin(column)));
  }

  /// Puts the caret on bytes of a column, never on others. Where tensors share the column, the one
  /// that gives it its color is meant: the first of its elements there, or what is wrong with it if
  /// that lies there too.
  void goTo(int column) {
    MapColumns map = model.columnsProperty().get().orElseThrow();
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

  private Optional<TensorRef> tensorAt(int column) {
    return model
        .columnsProperty()
        .get()
        .flatMap(map -> map.tensor(column).map(info -> new TensorRef(map.file(), info)));
  }

  /// The first byte of the first element that begins among some bytes; where none does, the first
  /// of those bytes that the tensor has.
  private static long firstElement(TensorData data, ByteRange bytes) {
    long begin = data.range().begin();
    long first = Math.max(begin, bytes.begin());
    int elementBytes = Math.max(1, data.info().dtype().bits() / Byte.SIZE);
    long element = begin + Math.ceilDiv(first - begin, elementBytes) * elementBytes;
    return element < Math.min(bytes.end(), data.range().end()) ? element : first;
  }

  /// True if the tensor that gives a column its color has something wrong.
  boolean hasProblem(int column) {
    return tensorAt(column).flatMap(model::health).filter(TensorHealth::hasProblem).isPresent();
  }

  /// Goes to the first place of what is wrong with the tensor that gives a column its color.
  void goToProblemAt(int column) {
    tensorAt(column).filter(_ -> hasProblem(column)).ifPresent(this::goToProblem);
  }

  /// Goes to the next tensor of the file with something wrong, or to the one before.
  ///
  /// @param step 1 or -1
  void goToProblem(int step) {
    if (selection.openDocument().isEmpty() || model.file().isEmpty()) {
      return;
    }
    Checkpoint checkpoint = selection.openDocument().get().checkpoint();
    int first = FileMapViewModel.firstTensor(checkpoint, model.file().get());
    int end = first + model.file().get().header().tensors().size();
    Optional<TensorRef> selected = selection.tensorProperty().get();
    int at = selected.map(checkpoint::indexOf).orElse(step > 0 ? first - 1 : end);
    IntStream.iterate(at + step, tensor -> tensor >= first && tensor < end, tensor -> tensor + step)
        .filter(results::hasProblem)
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

  /// The first byte of the worst that is wrong at one place of a tensor, else of the tensor.
  private long problem(TensorRef tensor, TensorData data) {
    return model.health(tensor).stream()
        .flatMap(health -> HealthFindings.of(data, health).stream())
        .flatMap(finding -> finding.range().stream())
        .filter(range -> !range.equals(data.range()))
        .findFirst()
        .orElse(data.range())
        .begin();
  }
}
