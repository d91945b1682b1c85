package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The findings of the open document, filtered by severity. Belongs to the FX thread.
final class ProblemsViewModel {

  private record TensorKey(Optional<TensorFile> file, String name) {}

  final ScanResults results;
  final ObjectProperty<Optional<OpenDocument>> document =
      new SimpleObjectProperty<>(Optional.empty());

  /// The visible findings, the worst first.
  final ObservableList<LocatedFinding> shown = FXCollections.observableArrayList();

  /// True for each severity of which the findings are visible.
  final Map<Severity, BooleanProperty> toggles = new EnumMap<>(Severity.class);

  private final Selection selection;
  private final Map<TensorKey, Integer> firstOfTensor = new HashMap<>();

  ProblemsViewModel(Selection selection, ScanResults results) {
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
      LocatedFinding located = shown.get(i);
      if (located.finding().tensor().isPresent()) {
        String name = located.finding().tensor().get();
        firstOfTensor.putIfAbsent(new TensorKey(located.file(), name), i);
      }
    }
  }

  /// The number of findings of a severity, visible or not.
  long count(Severity severity) {
    return document.get().stream()
            .flatMap(open -> open.findings().stream())
            .filter(located -> located.finding().concern() == severity)
            .count()
        + (document.get().isPresent() ? results.findingCount(severity) : 0);
  }

  /// True if findings must name their file.
  boolean hasSeveralFiles() {
    return document.get().filter(open -> open.checkpoint().files().size() > 1).isPresent();
  }

  /// The name of a file among those of the document, as unsafe to show as the disk makes it.
  String nameOf(TensorFile file) {
    return document
        .get()
        .map(open -> open.checkpoint().briefName(file))
        .orElseGet(() -> String.valueOf(file.path().getFileName()));
  }

  /// Goes to the first byte of a finding within its tensor, else to the tensor, else to the bytes.
  void goTo(LocatedFinding located) {
    Finding finding = located.finding();
    Optional<Long> begin = finding.range().map(ByteRange::begin);
    Optional<TensorRef> named = finding.tensor().flatMap(name -> tensor(located.file(), name));
    if (named.isPresent()) {
      TensorRef tensor = named.get();
      begin
          .filter(at -> tensor.data().filter(data -> data.range().contains(at)).isPresent())
          .ifPresentOrElse(at -> selection.select(tensor, at), () -> selection.select(tensor));
    } else if (located.file().isPresent()) {
      TensorFile file = located.file().get();
      begin
          .filter(at -> at < file.bytes().length())
          .ifPresent(at -> selection.placeCaret(file, at));
    }
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
  Optional<Integer> firstAboutSelection() {
    return selection
        .tensorProperty()
        .get()
        .map(
            tensor -> {
              String name = tensor.info().name();
              Integer ofAll = firstOfTensor.get(new TensorKey(Optional.empty(), name));
              return firstOfTensor.getOrDefault(
                  new TensorKey(Optional.of(tensor.file()), name), ofAll);
            });
  }

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
