package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.table.RowList;
import io.github.tensorloupe.desktop.control.table.TreeRows;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairListing.Order;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairListing.Sums;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Kind;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.model.NameSearch.LazyLabels;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.OpenGroups;
import io.github.tensorloupe.work.Refresh;

/// The state of the tree of pairs: open groups, filter and order. Belongs to the FX thread;
/// filtering, sorting and summing up run in the background.
public final class PairsViewModel implements TreeRows {

  /// The ways to make other pairs; each ends this comparison and shows another one.
  public interface Actions {

    /// Makes one pair of a tensor that only A has and one that only B has.
    void pair(int onlyA, int onlyB);

    /// Makes a pair of two tensors into two of one each.
    void unpair(int pair);
  }

  final RowList rows = new RowList();
  final ObjectProperty<Optional<PairListing>> listing =
      new SimpleObjectProperty<>(Optional.empty());

  /// A pair of one tensor that a person wants to give another.
  final ObjectProperty<OptionalInt> partner = new SimpleObjectProperty<>(OptionalInt.empty());

  private final ComparisonContext context;
  private final Actions actions;
  private final OpenComparison comparison;
  private final ComparisonResults results;
  private final LatestJob arranging;
  private final Refresh arranged = new Refresh(this::arrange);
  private final LazyLabels labels = new LazyLabels();
  private final OpenGroups groups;
  private final List<Runnable> selectionListeners = new ArrayList<>();
  private Order order = Order.TREE;
  private Order shown = order;
  private OptionalInt group = OptionalInt.empty();

  public PairsViewModel(ComparisonContext context, Actions actions) {
    this.context = context;
    this.actions = actions;
    comparison = context.comparison();
    results = context.results();
    arranging = new LatestJob(context.jobs());
    groups = new OpenGroups(OpenGroups.openedAtFirst(comparison.tree()));
    if (filterText().get().isEmpty()) {
      filterText().set(Kind.CHANGED.spelling());
    }
    filterText().subscribe((_, _) -> arrange());
    results.revisionProperty().subscribe((_, _) -> arranged.request());
    selection().pairProperty().subscribe(_ -> selected(OptionalInt.empty()));
    arrange();
  }

  private void selected(OptionalInt newGroup) {
    group = newGroup;
    boolean changed = false;
    for (int at = selectedNode(), own = at; at >= 0; at = tree().parent(at)) {
      changed |= at != own && groups.set(at, true);
    }
    if (changed) {
      showRows();
    }
    selectionListeners.forEach(Runnable::run);
  }

  private void arrange() {
    PairStates states = new PairStates(comparison, results.known().results());
    PairFilter filter = PairFilter.of(filterText().get());
    String text = filterText().get();
    Order wanted = order;
    arranged.begun();
    arranging.start(
        context.messages().text("compare.job.list"),
        (cancellation, _) ->
            PairListing.of(states, () -> labels.of(tree()), filter, wanted, cancellation),
        found -> {
          found
              .matches()
              .ifPresentOrElse(matches -> groups.filter(matches, text), groups::unfilter);
          shown = wanted;
          listing.set(Optional.of(found));
          showRows();
          arranged.ended();
        },
        failure -> {
          arranged.ended();
          throw PaneException.part(failure, this::arrange);
        });
  }

  private void showRows() {
    int[] nodes = listing.get().map(PairListing::nodes).orElse(new int[0]);
    rows.replace(
        isList()
            ? Arrays.stream(nodes).filter(groups::isKept).toArray()
            : groups.visible(tree(), nodes));
  }

  void sort(Order wanted) {
    if (!wanted.equals(order)) {
      order = wanted;
      arrange();
    }
  }

  /// True where the rows are pairs without groups.
  boolean isList() {
    return shown.isList();
  }

  void toggle(Kind kind) {
    filterText().set(PairFilter.toggled(filterText().get(), kind));
  }

  boolean asksFor(Kind kind) {
    return PairFilter.of(filterText().get()).asksFor(kind);
  }

  public void expandAll() {
    groups.openAll(tree().size());
    showRows();
  }

  public void collapseAll() {
    groups.closeAll();
    showRows();
  }

  void select(int node) {
    int pair = pairOf(node);
    if (pair == NameTree.NO_TENSOR) {
      selected(OptionalInt.of(node));
      return;
    }
    // One that is selected keeps its element.
    if (!selection().pairProperty().get().equals(OptionalInt.of(pair))) {
      selection().select(pair);
    }
    selected(OptionalInt.empty());
  }

  /// The node of the selected pair or group, or -1.
  int selectedNode() {
    OptionalInt pair = selection().pairProperty().get();
    return group.orElse(pair.isPresent() ? tree().nodeOf(pair.getAsInt()) : -1);
  }

  void onSelection(Runnable listener) {
    selectionListeners.add(listener);
  }

  /// The text of the filter field; changing it filters.
  StringProperty filterText() {
    return selection().filterProperty();
  }

  PairSelection selection() {
    return context.selection();
  }

  OpenComparison comparison() {
    return comparison;
  }

  NameTree tree() {
    return comparison.tree();
  }

  /// The pair of a node as an index, or [NameTree#NO_TENSOR].
  int pairOf(int node) {
    return tree().tensor(node);
  }

  Optional<TensorPair> pairAt(int node) {
    int pair = pairOf(node);
    return pair == NameTree.NO_TENSOR
        ? Optional.empty()
        : Optional.of(comparison.pairs().get(pair));
  }

  Optional<PairResult> result(int pair) {
    return results.result(pair);
  }

  Change change(int pair) {
    return results.change(pair);
  }

  Sums sums() {
    return listing.get().map(PairListing::sums).orElse(Sums.NONE);
  }

  /// True where a person can take a pair apart.
  boolean canUnpair(int node) {
    return pairAt(node).flatMap(TensorPair::by).isPresent();
  }

  void unpair(int node) {
    actions.unpair(pairOf(node));
  }

  /// True where the tensor of a node stands alone.
  boolean isAlone(int node) {
    return pairAt(node).filter(pair -> pair.by().isEmpty()).isPresent();
  }

  /// Takes the tensor of a node as the one that a person wants to give another.
  void choosePartner(int node) {
    partner.set(OptionalInt.of(pairOf(node)));
    context.tell().accept(context.messages().text("compare.pair.chosen"));
  }

  /// True where the tensor of a node can be the other one of the [#partner] that was chosen.
  boolean canPair(int node) {
    OptionalInt chosen = partner.get();
    return chosen.isPresent()
        && isAlone(node)
        && comparison.pairs().get(chosen.getAsInt()).a().isPresent()
            != pairAt(node).orElseThrow().a().isPresent();
  }

  void pairWithChosen(int node) {
    int chosen = partner.get().orElseThrow();
    boolean isA = comparison.pairs().get(chosen).a().isPresent();
    actions.pair(isA ? chosen : pairOf(node), isA ? pairOf(node) : chosen);
  }

  @Override
  public int indexOfNode(int node) {
    return node < 0 ? -1 : rows.indexOf(tree().rowOf(node));
  }

  @Override
  public int parentOf(int node) {
    return tree().rowParent(node);
  }

  @Override
  public int depthOf(int node) {
    return isList() ? 0 : tree().rowDepth(node);
  }

  @Override
  public String nameOf(int node) {
    return isList() ? tree().path(node) : tree().rowLabel(node);
  }

  @Override
  public boolean opens(int node) {
    return !isList() && tree().isGroup(node);
  }

  @Override
  public boolean isExpanded(int node) {
    return groups.isOpen(node);
  }

  @Override
  public void toggle(int node) {
    if (opens(node) && groups.set(node, !groups.isOpen(node))) {
      showRows();
    }
  }

  /// Stops what runs for the tree.
  public void close() {
    arranging.cancel();
    arranged.dropped();
  }
}
