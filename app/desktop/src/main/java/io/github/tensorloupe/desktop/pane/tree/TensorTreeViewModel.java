package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.desktop.control.names.NameSearch.LazyLabels;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.FileJobs;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.Presence;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.PresenceMarks;
import io.github.tensorloupe.desktop.pane.tree.TreeFilter.Matches;
import io.github.tensorloupe.desktop.pane.tree.TreeFilter.Scanned;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import java.nio.file.Path;

/// The state of the tensor tree: open groups, filter and sort order. Belongs to the FX thread;
/// filtering and sorting run in the background.
public final class TensorTreeViewModel extends JoinedRows {

  final ScanResults results;
  final TreeFigures figures;
  final RowOrder order;

  /// The text of the filter field. Changes update the filter.
  final StringProperty filterText = new SimpleStringProperty("");

  final IntegerProperty matchCount = new SimpleIntegerProperty();

  final ObjectProperty<Optional<FileDocument>> document =
      new SimpleObjectProperty<>(Optional.empty());
  private final Selection selection;
  private final Messages messages;
  private final Jobs jobs;
  private final JobSlot<Matches> filtering;
  private final JobSlot<Object> preparing;
  private final JobSlot<JoinedTensorRows> joining;
  private PresenceMarks presence = PresenceMarks.NONE;
  private LazyLabels labels = new LazyLabels();
  private Consumer<String> onMessage = _ -> {};

  public TensorTreeViewModel(
      Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.jobs = jobs;
    this.figures = new TreeFigures(results, jobs, messages);
    this.filtering = new JobSlot<>(jobs);
    this.order = new RowOrder(results, jobs, messages, this::showRows);
    this.preparing = new JobSlot<>(jobs);
    this.joining = new JobSlot<>(jobs);
    selection.documentProperty().subscribe(this::show);
    selection.quantizationProperty().subscribe(_ -> join());
    selection.adapterProperty().subscribe(_ -> join());
    filterText.subscribe(
        (before, now) -> {
          filter();
          if (TreeFilter.of(now).needsFigures() && !TreeFilter.of(before).needsFigures()) {
            figures.want();
          }
        });
    results.revisionProperty().subscribe(_ -> onResultsChanged());
    // The filter is not changed.
    selectionValues().forEach(value -> value.subscribe(_ -> expandToSelected()));
  }

  private void expandToSelected() {
    if (document.get().equals(selection.openDocument()) && expandAncestors(selectedNode())) {
      showRows();
    }
  }

  private void show(DocumentState state) {
    Optional<FileDocument> before = document.get();
    filtering.clear();
    joining.clear();
    presence = selection.openDocument().map(PresenceMarks::of).orElse(PresenceMarks.NONE);
    document.set(selection.openDocument());
    figures.begin(document.get());
    boolean isSame =
        before.flatMap(old -> document.get().filter(now -> isSame(old, now))).isPresent();
    order.begin(document.get(), isSame);
    if (isSame) {
      // The nodes are the same, so open groups, filter results and order are preserved.
      showRows();
      if (!TreeFilter.of(filterText.get()).isEmpty()) {
        filter();
      }
      return;
    }
    labels = new LazyLabels();
    clearJoined();
    groups =
        new OpenGroups(
            document.get().map(open -> OpenGroups.openedAtFirst(open.tree())).orElse(new BitSet()));
    filterText.set("");
    matchCount.set(tensorCount());
    showRows();
  }

  private void join() {
    joining.clear();
    Optional<Quantization> weights = selection.quantizationProperty().get();
    if (document.get().isEmpty() || weights.isEmpty()) {
      return;
    }
    FileDocument open = document.get().get();
    List<TensorUnit> units = new ArrayList<>();
    weights.get().weights().forEach(weight -> units.add(new TensorUnit.OfWeight(weight)));
    Optional<Adapter> adapter = selection.adapterProperty().get();
    if (adapter.isPresent()) {
      adapter.get().modules().forEach(module -> units.add(new TensorUnit.OfModule(module)));
    }
    joining.start(
        messages.text("tree.job.join"),
        (_, _) -> JoinedTensorRows.of(open.tree(), open.checkpoint(), units),
        this::showJoined,
        PaneException.orPart(this::join));
  }

  private void showJoined(JoinedTensorRows found) {
    join(found);
    expandAncestors(selectedNode());
    showRows();
    filtering.whenFree(this::filter);
  }

  /// Returns the number of tensors, regardless of the filter.
  int tensorCount() {
    return document.get().map(open -> open.checkpoint().tensors().size()).orElse(0);
  }

  /// Returns the number of tensors in missing shards.
  int absentCount() {
    return document.get().map(open -> open.tree().absentCount()).orElse(0);
  }

  /// Returns whether a node is an absent tensor, or a group of absent tensors only.
  boolean isAbsent(int node) {
    return tree().tensorCount(node) == 0;
  }

  /// Returns whether a reopened document has the same tensors in the same order.
  private static boolean isSame(FileDocument before, FileDocument now) {
    List<TensorRef> tensors = now.checkpoint().tensors();
    return before.checkpoint().path().equals(now.checkpoint().path())
        && before.checkpoint().tensors().size() == tensors.size()
        && before.tree().size() == now.tree().size()
        && IntStream.range(0, tensors.size())
            .allMatch(
                i -> before.checkpoint().tensors().get(i).info().equals(tensors.get(i).info()));
  }

  /// @param listener receives messages for the user, for example that a selected tensor is in none
  ///   of the open files
  public void setOnMessage(Consumer<String> listener) {
    onMessage = listener;
  }

  /// @param listener starts to measure the values that are not measured yet
  public void setOnFiguresWanted(Runnable listener) {
    figures.setOnWanted(listener);
  }

  /// Returns whether the filter or the order of the rows depends on figures of values.
  boolean needsFigures() {
    return isList() || TreeFilter.of(filterText.get()).needsFigures();
  }

  private void onResultsChanged() {
    TreeFilter filter = TreeFilter.of(filterText.get());
    if (filter.needsHealth() || filter.needsFigures()) {
      filtering.whenFree(this::filter);
    }
    order.onResultsChanged();
  }

  private void filter() {
    Optional<FileDocument> open = document.get();
    TreeFilter filter = TreeFilter.of(filterText.get());
    if (open.isEmpty() || filter.isEmpty()) {
      filtering.clear();
      open.ifPresent(_ -> unfilter());
      return;
    }
    String text = filterText.get();
    LazyLabels known = labels;
    Scanned scanned = new Scanned(results.marks(), results.values(), joined());
    filtering.start(
        messages.text("tree.job.filter"),
        (cancellation, _) ->
            Matches.of(open.get(), known.of(open.get().tree()), filter, scanned, cancellation),
        matches -> {
          matchCount.set(matches.count());
          groups.filter(joined().withLeads(matches.nodes()), text);
          showRows();
        },
        PaneException.orPart(this::filter));
  }

  private void unfilter() {
    if (groups.unfilter()) {
      expandAncestors(selectedNode());
    }
    matchCount.set(tensorCount());
    showRows();
  }

  /// Prepares the labels for filtering when the filter field receives the focus.
  void prepareFilter() {
    LazyLabels known = labels;
    document
        .get()
        .ifPresent(
            open ->
                preparing.start(
                    messages.text("tree.job.filter"),
                    (_, _) -> known.of(open.tree()),
                    _ -> {},
                    PaneException.orPart(this::prepareFilter)));
  }

  @Override
  protected boolean isList() {
    return order.isList();
  }

  @Override
  protected void showRows() {
    rows.replace(
        document.get().map(open -> arranged(order.rows(open.tree(), groups))).orElse(new int[0]));
  }

  /// Returns the groups that are open when nothing is filtered, each as the path of labels from the
  /// root.
  ///
  /// @return empty if there are more than `maxCount`, or none is open
  public Optional<List<List<String>>> openGroups(int maxCount) {
    return document.get().flatMap(open -> groups.names(open.tree(), maxCount));
  }

  /// Opens these groups, as far as they exist in the document, and closes all others.
  public void openOnly(List<List<String>> names) {
    document.get().ifPresent(open -> groups.openOnly(open.tree(), names));
    expandAncestors(selectedNode());
    showRows();
  }

  /// Selects the tensor of a node, or the group if the node has no tensor.
  @Override
  protected void select(int node) {
    tensorOf(node).ifPresentOrElse(selection::select, () -> selection.selectGroup(node));
    tree().absent(node).map(absent -> messages.sentence(absent.sentence())).ifPresent(onMessage);
  }

  /// Returns the node of the selected tensor or group, or -1.
  @Override
  protected int selectedNode() {
    if (document.get().isEmpty()) {
      return -1;
    }
    return selection
        .tensorProperty()
        .get()
        .map(this::nodeOf)
        .orElse(selection.groupProperty().get().orElse(-1));
  }

  /// Clears the filter if it hides the selection.
  void unhideSelected() {
    int node = selectedNode();
    if (node >= 0 && indexOfNode(node) < 0) {
      filterText.set("");
    }
  }

  int nodeOf(TensorRef tensor) {
    FileDocument open = document.get().orElseThrow();
    int index = open.checkpoint().indexOf(tensor);
    return index < 0 ? -1 : open.tree().nodeOf(index);
  }

  @Override
  protected NameTree tree() {
    return document.get().orElseThrow().tree();
  }

  /// Returns the presence of a tensor, or the worst presence in a group or of joined tensors.
  Presence presenceOf(int node) {
    return nodesIn(node).mapToObj(presence::at).max(Comparator.naturalOrder()).orElseThrow();
  }

  /// Returns whether the open document has a node; a row may outlive its document.
  boolean hasNode(int node) {
    return document.get().filter(open -> node < open.tree().size()).isPresent();
  }

  Optional<TensorRef> tensorOf(int node) {
    int tensor = tree().tensor(node);
    return tensor == NameTree.NO_TENSOR
        ? Optional.empty()
        : Optional.of(document.get().orElseThrow().checkpoint().tensors().get(tensor));
  }

  /// Returns the tensors that match the filter in checkpoint order, including tensors in closed
  /// groups.
  List<TensorRef> shownTensors() {
    return document
        .get()
        .map(open -> shownTensors(IntStream.range(0, open.tree().size())))
        .orElse(List.of());
  }

  /// Returns a suggested file name for the table; empty if no document is open.
  Optional<String> suggestedTable(String extension) {
    return document.get().map(open -> SaveTargets.suggestedName(open.name(), "tensors", extension));
  }

  /// Writes a table of the matching tensors, in row order.
  void saveTable(Path file, List<Figure> shownFigures) {
    FileDocument open = document.get().orElseThrow();
    TensorTable table =
        new TensorTable(
            open.checkpoint().tensors(),
            order.tensors(open.tree(), groups),
            shownFigures,
            results.values());
    List<Path> openFiles = selection.openFiles();
    String path = DisplayText.of(file.toAbsolutePath().toString());
    new FileJobs(jobs, messages)
        .start(
            messages.text("tree.job.table", DisplayText.of(String.valueOf(file.getFileName()))),
            file,
            (cancellation, progress) -> table.write(file, openFiles, cancellation, progress),
            messages.text("tree.table.saved", path),
            reason -> messages.text("tree.table.not-saved", reason),
            feedback -> onMessage.accept(feedback.sentence()));
  }

  /// Returns the matching tensors that are at a node or below it.
  List<TensorRef> shownTensors(int node) {
    return shownTensors(
        nodesIn(node).flatMap(each -> IntStream.range(each, tree().subtreeEnd(each))));
  }

  private List<TensorRef> shownTensors(IntStream nodes) {
    FileDocument open = document.get().orElseThrow();
    return nodes
        .filter(groups::passesFilter)
        .map(open.tree()::tensor)
        .filter(tensor -> tensor != NameTree.NO_TENSOR)
        .sorted()
        .mapToObj(open.checkpoint().tensors()::get)
        .toList();
  }

  @Override
  protected List<ObservableValue<?>> selectionValues() {
    return List.of(selection.tensorProperty(), selection.groupProperty());
  }
}
