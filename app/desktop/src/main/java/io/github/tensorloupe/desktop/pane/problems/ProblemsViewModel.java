package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The findings of the open document, grouped by kind and filtered by severity. Belongs to the FX
/// thread.
final class ProblemsViewModel {

  /// Groups with at most this many findings are open until the user closes them.
  private static final int MAX_OPEN_BY_DEFAULT = 5;

  sealed interface Row {

    /// Several findings of one kind. If the group is open, their rows follow.
    record Group(FindingGroup<LocatedFinding> group, boolean isOpen) implements Row {}

    /// @param isMember true if the finding is in an open group
    record Single(LocatedFinding located, boolean isMember) implements Row {}

    /// The last row of an open group with more findings than are stored.
    record More(long count) implements Row {}
  }

  final ScanResults results;
  final ObjectProperty<Optional<FileDocument>> document =
      new SimpleObjectProperty<>(Optional.empty());

  /// The visible rows, the worst first.
  final ObservableList<Row> rows = FXCollections.observableArrayList();

  /// For each severity, true if its findings are visible.
  final Map<Severity, BooleanProperty> toggles = new EnumMap<>(Severity.class);

  private final Selection selection;
  private final Map<Kind, Boolean> opened = new HashMap<>();
  private List<FindingGroup<LocatedFinding>> structure = List.of();

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
              opened.clear();
              structure =
                  FindingGroup.of(
                      document.get().map(FileDocument::findings).orElse(List.of()),
                      LocatedFinding::finding,
                      Kind::ofConcern,
                      ProblemsViewModel::tensorOf);
              toggles.values().forEach(toggle -> toggle.set(true));
              filter();
            });
    toggles.values().forEach(toggle -> toggle.subscribe(this::filter));
    // Findings beyond the storage limit change only the counts.
    results.revisionProperty().subscribe(_ -> filter());
  }

  private static Optional<?> tensorOf(LocatedFinding located) {
    return located.finding().tensor().map(name -> List.of(located.file(), name));
  }

  private void filter() {
    List<Row> found = new ArrayList<>();
    groups().forEach(group -> addRows(group, found));
    if (!found.equals(rows)) {
      rows.setAll(found);
    }
  }

  private List<FindingGroup<LocatedFinding>> groups() {
    return document.get().stream()
        .flatMap(_ -> Stream.of(structure, results.findingGroups()))
        .flatMap(List::stream)
        .filter(group -> toggles.get(group.kind().severity()).get())
        .sorted(FindingGroup.WORST_FIRST)
        .toList();
  }

  /// Returns the findings of all visible groups, open or not.
  Stream<LocatedFinding> visible() {
    return groups().stream().flatMap(group -> group.members().stream());
  }

  private void addRows(FindingGroup<LocatedFinding> group, List<Row> found) {
    if (!group.hasSeveral()) {
      found.add(new Row.Single(group.members().getFirst(), false));
      return;
    }
    boolean isOpen = opened.getOrDefault(group.kind(), group.findingCount() <= MAX_OPEN_BY_DEFAULT);
    found.add(new Row.Group(group, isOpen));
    if (isOpen) {
      group.members().forEach(member -> found.add(new Row.Single(member, true)));
      long listed = group.members().stream().mapToLong(each -> each.finding().count()).sum();
      if (group.findingCount() > listed) {
        found.add(new Row.More(group.findingCount() - listed));
      }
    }
  }

  /// Opens or closes the group that a row represents or belongs to.
  ///
  /// @return the new row of the group; empty if there is no group or nothing changes
  Optional<Row> open(Row row, boolean open) {
    int at = rows.indexOf(row);
    while (at >= 0 && !(rows.get(at) instanceof Row.Group)) {
      at--;
    }
    if (at < 0
        || row instanceof Row.Single(_, boolean isMember) && !isMember
        || !(rows.get(at) instanceof Row.Group(var group, boolean isOpen))
        || isOpen == open) {
      return Optional.empty();
    }
    opened.put(group.kind(), open);
    filter();
    return Optional.of(rows.get(at));
  }

  /// Returns the number of findings of a severity, visible or not.
  long count(Severity severity) {
    return document.get().stream()
            .flatMap(open -> open.findings().stream())
            .filter(located -> located.finding().concern() == severity)
            .mapToLong(located -> located.finding().count())
            .sum()
        + (document.get().isPresent() ? results.findingCount(severity) : 0);
  }

  /// Returns whether findings must name their file.
  boolean hasSeveralFiles() {
    return document.get().filter(open -> open.checkpoint().files().size() > 1).isPresent();
  }

  /// Returns the short name of a file within the document, not escaped for display.
  String nameOf(TensorFile file) {
    return document
        .get()
        .map(open -> open.checkpoint().briefName(file))
        .orElseGet(() -> String.valueOf(file.path().getFileName()));
  }

  /// Moves to the first byte of a finding within its tensor, otherwise to the tensor, otherwise to
  /// the bytes.
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

  /// Returns whether the range of a finding is a single value of a tensor.
  boolean leadsToValue(LocatedFinding located) {
    return switch (located.finding().code()) {
      case NAN, INF, INVALID_BOOL -> located.finding().tensor().isPresent();
      default -> false;
    };
  }

  /// Returns whether a finding concerns the selected tensor, or the byte at the caret.
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

  /// Returns whether a row concerns the selected tensor or the byte at the caret. A closed group
  /// does if one of its findings does.
  boolean isAboutSelection(Row row) {
    return switch (row) {
      case Row.Single(var located, _) -> isAboutSelection(located);
      case Row.Group(var group, boolean isOpen) ->
          !isOpen && group.members().stream().anyMatch(this::isAboutSelection);
      case Row.More _ -> false;
    };
  }

  /// Returns the index of the first row that concerns the selected tensor.
  Optional<Integer> firstAboutSelection() {
    return selection.tensorProperty().get().isEmpty()
        ? Optional.empty()
        : IntStream.range(0, rows.size())
            .filter(i -> isAboutSelection(rows.get(i)))
            .boxed()
            .findFirst();
  }

  /// Values that change when another tensor or byte is selected.
  List<ObservableValue<?>> selectionValues() {
    return List.of(selection.tensorProperty(), selection.caretProperty());
  }

  private Optional<TensorRef> tensor(Optional<TensorFile> file, String name) {
    return file.isPresent()
        ? file.get().header().tensor(name).map(info -> new TensorRef(file.get(), info))
        : document.get().flatMap(open -> open.checkpoint().tensor(name));
  }
}
