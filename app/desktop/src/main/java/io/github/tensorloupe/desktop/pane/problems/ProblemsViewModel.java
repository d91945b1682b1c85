package io.github.tensorloupe.desktop.pane.problems;

import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// What the problems pane shows: the findings of the open document, by severity. Belongs to the FX
/// thread.
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

  /// @param selection shared with the other panes
  /// @param results of scans of the open document
  public ProblemsViewModel(Selection selection, ScanResults results) {
    this.selection = selection;
    this.results = results;
    for (Severity severity : Severity.values()) {
      toggles.put(severity, new SimpleBooleanProperty(true));
    }
    selection.documentProperty().subscribe(_ -> show(selection.openDocument()));
    toggles.values().forEach(toggle -> toggle.subscribe(this::filter));
    results.findings().subscribe(this::filter);
  }

  private void show(Optional<OpenDocument> opened) {
    document.set(opened);
    toggles.values().forEach(toggle -> toggle.set(true));
    filter();
  }

  private void filter() {
    firstOfTensor.clear();
    shown.setAll(
        findings()
            .filter(located -> toggles.get(located.finding().concern()).get())
            .sorted(Comparator.comparing(located -> located.finding().concern()))
            .toList());
    for (int i = shown.size() - 1; i >= 0; i--) {
      int index = i;
      LocatedFinding located = shown.get(i);
      located.finding().tensor().ifPresent(name -> firstOfTensor.put(key(located, name), index));
    }
  }

  private static TensorKey key(LocatedFinding located, String name) {
    return new TensorKey(located.file(), name);
  }

  /// Of the structure and of the values.
  private Stream<LocatedFinding> findings() {
    return document.get().isEmpty()
        ? Stream.empty()
        : Stream.concat(document.get().get().findings().stream(), results.findings().stream());
  }

  /// The open document; empty while there is none.
  ReadOnlyObjectProperty<Optional<OpenDocument>> documentProperty() {
    return document.getReadOnlyProperty();
  }

  /// The findings that are shown, the worst first.
  ObservableList<LocatedFinding> shown() {
    return shown;
  }

  /// Whether findings of this severity are shown.
  BooleanProperty shownProperty(Severity severity) {
    return toggles.get(severity);
  }

  /// How many findings of this severity there are, shown or not.
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

  /// How many findings about values are not listed, because there are so many.
  long leftOut() {
    return results.findingsLeftOut();
  }

  /// Goes up when there may be other counts, also where the list stays as it is.
  ReadOnlyLongProperty revisionProperty() {
    return results.revisionProperty();
  }

  /// How far the values are known.
  ReadOnlyObjectProperty<ScanState> scanStateProperty() {
    return results.stateProperty();
  }

  /// Whether it must be said which file a finding is about.
  boolean hasSeveralFiles() {
    return document.get().filter(open -> open.checkpoint().files().size() > 1).isPresent();
  }

  /// Goes to what a finding is about: to the first of its bytes where they are those of its tensor,
  /// else to its tensor, else to its bytes; stays where it is about neither.
  void goTo(LocatedFinding located) {
    Finding finding = located.finding();
    Optional<TensorRef> tensor = finding.tensor().flatMap(name -> tensor(located.file(), name));
    if (tensor.isPresent()) {
      OptionalLong begin = beginIn(tensor.get(), finding);
      if (begin.isPresent()) {
        selection.select(tensor.get(), begin.getAsLong());
      } else {
        selection.select(tensor.get());
      }
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

  /// Whether a finding is about single values of a tensor and its range is the first of them.
  boolean leadsToValue(LocatedFinding located) {
    return switch (located.finding().code()) {
      case NAN, INF, INVALID_BOOL -> located.finding().tensor().isPresent();
      default -> false;
    };
  }

  /// Whether a finding is about the selected tensor, or about the byte under the caret and no
  /// tensor.
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

  /// The place in the list of the first finding about the selected tensor. Takes no longer for more
  /// findings.
  OptionalInt firstAboutSelection() {
    return selection
        .tensorProperty()
        .get()
        .map(this::firstAbout)
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  private Integer firstAbout(TensorRef tensor) {
    Integer inFile =
        firstOfTensor.get(new TensorKey(Optional.of(tensor.file()), tensor.info().name()));
    return inFile != null
        ? inFile
        : firstOfTensor.get(new TensorKey(Optional.empty(), tensor.info().name()));
  }

  /// Calls back when something else is selected, or the caret is elsewhere.
  void onSelection(Runnable listener) {
    selection.tensorProperty().subscribe(_ -> listener.run());
    selection.caretProperty().subscribe(_ -> listener.run());
  }

  private static OptionalLong beginIn(TensorRef tensor, Finding finding) {
    return finding
        .range()
        .filter(
            range -> tensor.data().filter(data -> data.range().contains(range.begin())).isPresent())
        .map(range -> OptionalLong.of(range.begin()))
        .orElse(OptionalLong.empty());
  }

  private Optional<TensorRef> tensor(Optional<TensorFile> file, String name) {
    return file.isPresent()
        ? file.get().header().tensor(name).map(info -> new TensorRef(file.get(), info))
        : document.get().flatMap(open -> open.checkpoint().tensor(name));
  }
}
