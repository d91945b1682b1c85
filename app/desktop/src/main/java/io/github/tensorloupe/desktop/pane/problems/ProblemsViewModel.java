package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The findings of the open document, filtered by severity. Belongs to the FX thread.
public final class ProblemsViewModel {

  private final Selection selection;
  private final ScanResults results;
  private final ReadOnlyObjectWrapper<Optional<OpenDocument>> document =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// The tensor that a finding names.
  private record TensorKey(Optional<TensorFile> file, String name) {}

  private final Map<TensorKey, Integer> firstOfTensor = new HashMap<>();
  private final ObservableList<LocatedFinding> shown = FXCollections.observableArrayList();
  private final Map<Severity, BooleanProperty> toggles = new EnumMap<>(Severity.class);

  public ProblemsViewModel(Selection selection, ScanResults results) {
    this.selection = selection;
    this.results = results;
    for (Severity severity : Severity.values()) {
      toggles.put(severity, new SimpleBooleanProperty(true));
    }
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              document.set(selection.openDocument());
              toggles.values().forEach(toggle -> toggle.set(true));
              filter();
            });
    toggles.values().forEach(toggle -> toggle.subscribe(this::filter));
    results.findings().subscribe(this::filter);
  }

  /// Shows findings of structure and values.
  private void filter() {
    firstOfTensor.clear();
    shown.setAll(
        document.get().stream()
            .flatMap(open -> Stream.of(open.findings(), results.findings()))
            .flatMap(List::stream)
            .filter(located -> toggles.get(located.finding().concern()).get())
            .sorted(Comparator.comparing(located -> located.finding().concern()))
            .toList());
    for (int i = 0; i < shown.size(); i++) {
      int index = i;
      Optional<TensorFile> file = shown.get(i).file();
      shown
          .get(i)
          .finding()
          .tensor()
          .ifPresent(name -> firstOfTensor.putIfAbsent(new TensorKey(file, name), index));
    }
  }

  ReadOnlyObjectProperty<Optional<OpenDocument>> documentProperty() {
    return document.getReadOnlyProperty();
  }

  /// The visible findings, the worst first.
  ObservableList<LocatedFinding> shown() {
    return shown;
  }

  /// True if findings of a severity are visible.
  BooleanProperty shownProperty(Severity severity) {
    return toggles.get(severity);
  }

  /// The number of findings of a severity, visible or not.
  long count(Severity severity) {
    return document
        .get()
        .map(
            open ->
                open.findings().stream()
                        .filter(located -> located.finding().concern() == severity)
                        .count()
                    + results.findingCount(severity))
        .orElse(0L);
  }

  /// The number of findings about values beyond the limit of the list.
  long leftOut() {
    return results.findingsLeftOut();
  }

  /// Increases when counts may have changed.
  ReadOnlyLongProperty revisionProperty() {
    return results.revisionProperty();
  }

  ReadOnlyObjectProperty<ScanState> scanStateProperty() {
    return results.stateProperty();
  }

  /// True if findings must name their file.
  boolean hasSeveralFiles() {
    return document.get().filter(open -> open.checkpoint().files().size() > 1).isPresent();
  }

  /// Goes to the first byte of a finding within its tensor, else to the tensor, else to the bytes.
  void goTo(LocatedFinding located) {
    Finding finding = located.finding();
    Optional<TensorRef> tensor = finding.tensor().flatMap(name -> tensor(located.file(), name));
    if (tensor.isPresent()) {
      finding
          .range()
          .map(ByteRange::begin)
          .filter(begin -> contains(tensor.get(), begin))
          .ifPresentOrElse(
              begin -> selection.select(tensor.get(), begin), () -> selection.select(tensor.get()));
      return;
    }
    located
        .file()
        .ifPresent(
            file ->
                finding
                    .range()
                    .map(ByteRange::begin)
                    .filter(begin -> begin < file.bytes().length())
                    .ifPresent(begin -> selection.placeCaret(file, begin)));
  }

  private static boolean contains(TensorRef tensor, long byteOffset) {
    return tensor.data().filter(data -> data.range().contains(byteOffset)).isPresent();
  }

  /// True if the range of a finding is a single value of a tensor.
  boolean leadsToValue(LocatedFinding located) {
    return switch (located.finding().code()) {
      case NAN, INF, INVALID_BOOL -> located.finding().tensor().isPresent();
      default -> false;
    };
  }

  /// True if a finding concerns the selected tensor, or the byte at the caret.
  boolean isAboutSelection(LocatedFinding located) {
    Finding finding = located.finding();
    Optional<TensorRef> selected = selection.tensorProperty().get();
    if (finding.tensor().isPresent()) {
      return selected
          .filter(tensor -> finding.tensor().get().equals(tensor.info().name()))
          .filter(tensor -> located.file().filter(file -> file != tensor.file()).isEmpty())
          .isPresent();
    }
    return selection
        .caretProperty()
        .get()
        .filter(caret -> located.file().equals(Optional.of(caret.file())))
        .flatMap(caret -> finding.range().filter(range -> range.contains(caret.byteOffset())))
        .isPresent();
  }

  /// The index of the first finding about the selected tensor, in constant time.
  OptionalInt firstAboutSelection() {
    return selection.tensorProperty().get().stream()
        .flatMap(
            tensor ->
                Stream.of(Optional.of(tensor.file()), Optional.<TensorFile>empty())
                    .map(file -> firstOfTensor.get(new TensorKey(file, tensor.info().name()))))
        .filter(Objects::nonNull)
        .mapToInt(Integer::intValue)
        .findFirst();
  }

  /// Calls a listener when selection or caret change.
  void onSelection(Runnable listener) {
    selection.tensorProperty().subscribe(_ -> listener.run());
    selection.caretProperty().subscribe(_ -> listener.run());
  }

  private Optional<TensorRef> tensor(Optional<TensorFile> file, String name) {
    return file.isPresent()
        ? file.get().header().tensor(name).map(info -> new TensorRef(file.get(), info))
        : document.get().flatMap(open -> open.checkpoint().tensor(name));
  }
}
