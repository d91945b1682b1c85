package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.names.NameSearch.LazyLabels;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.desktop.control.table.NameRows;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairFilter.Kind;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairListing.Order;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.storage.WeightForm;

/// The state of the tree of pairs: open groups, filter and order. Belongs to the FX thread;
/// filtering, sorting and summing up run in the background.
public final class PairsViewModel extends NameRows {

  final ObjectProperty<Optional<PairListing>> listing =
      new SimpleObjectProperty<>(Optional.empty());

  /// The index of an unpaired tensor that the user wants to pair.
  final ObjectProperty<OptionalInt> partner = new SimpleObjectProperty<>(OptionalInt.empty());

  private final PaneContext context;
  private final Consumer<ByHand> onHand;
  private final Consumer<WeightForm> onForm;
  private final JobSlot<PairListing> arranging;
  private final LazyLabels labels = new LazyLabels();
  private Order order = Order.TREE;
  private final ObjectProperty<OptionalInt> group = new SimpleObjectProperty<>(OptionalInt.empty());

  /// @param onHand called when the user pairs or separates two tensors; shows another comparison
  /// @param onForm called when the user chooses a form in which to compare quantized weights
  public PairsViewModel(PaneContext context, Consumer<ByHand> onHand, Consumer<WeightForm> onForm) {
    this.context = context;
    this.onHand = onHand;
    this.onForm = onForm;
    arranging = new JobSlot<>(context.jobs());
    groups = new OpenGroups(OpenGroups.openedAtFirst(tree()));
    if (filterText().get().isEmpty()) {
      filterText().set(Kind.CHANGED.spelling());
    }
    filterText().subscribe((_, _) -> arrange());
    context
        .compared()
        .results()
        .revisionProperty()
        .subscribe((_, _) -> arranging.whenFree(this::arrange));
    selection().pairProperty().subscribe(_ -> selected(OptionalInt.empty()));
    arrange();
  }

  private void selected(OptionalInt newGroup) {
    group.set(newGroup);
    if (expandAncestors(selectedNode())) {
      showRows();
    }
  }

  private void arrange() {
    Comparison known = context.compared().results().snapshot();
    String text = filterText().get();
    Order wanted = order;
    arranging.start(
        context.messages().text("compare.job.list"),
        (cancellation, _) ->
            PairListing.of(known, tree(), labels, PairFilter.of(text), wanted, cancellation),
        found -> {
          found
              .matches()
              .ifPresentOrElse(matches -> groups.filter(matches, text), groups::unfilter);
          listing.set(Optional.of(found));
          showRows();
        },
        PaneException.orPart(this::arrange));
  }

  @Override
  protected void showRows() {
    int[] nodes = listing.get().map(PairListing::nodes).orElse(new int[0]);
    rows.replace(
        isList()
            ? Arrays.stream(nodes).filter(groups::passesFilter).toArray()
            : groups.visible(tree(), nodes));
  }

  void sort(Order wanted) {
    if (!wanted.equals(order)) {
      order = wanted;
      arrange();
    }
  }

  @Override
  protected boolean isList() {
    return listing.get().filter(it -> it.order().isList()).isPresent();
  }

  void toggle(Kind kind) {
    filterText().set(PairFilter.toggled(filterText().get(), kind));
  }

  boolean isFilteredBy(Kind kind) {
    return PairFilter.of(filterText().get()).kinds().contains(kind);
  }

  @Override
  protected void select(int node) {
    int pair = pairOf(node);
    if (pair == NameTree.NO_TENSOR) {
      selected(OptionalInt.of(node));
      return;
    }
    // Selecting the same pair again would reset its element.
    if (!selection().pairProperty().get().equals(OptionalInt.of(pair))) {
      selection().select(pair);
    }
    selected(OptionalInt.empty());
  }

  @Override
  protected int selectedNode() {
    OptionalInt pair = selection().pairProperty().get();
    return group.get().orElse(pair.isPresent() ? tree().nodeOf(pair.getAsInt()) : -1);
  }

  @Override
  protected List<ObservableValue<?>> selectionValues() {
    return List.of(selection().pairProperty(), group);
  }

  StringProperty filterText() {
    return selection().filterProperty();
  }

  private PairSelection selection() {
    return context.compared().selection();
  }

  ComparisonDocument comparison() {
    return context.compared().comparison();
  }

  @Override
  protected NameTree tree() {
    return comparison().tree();
  }

  /// Returns the index of the pair of a node, or [NameTree#NO_TENSOR].
  int pairOf(int node) {
    return tree().tensor(node);
  }

  Optional<TensorPair> pairAt(int node) {
    int pair = pairOf(node);
    return pair == NameTree.NO_TENSOR
        ? Optional.empty()
        : Optional.of(comparison().pairs().get(pair));
  }

  Optional<PairResult> resultAt(int node) {
    return context.compared().results().result(pairOf(node));
  }

  Change changeAt(int node) {
    return context.compared().results().change(pairOf(node));
  }

  void compareAs(WeightForm form) {
    onForm.accept(form);
  }

  boolean canUnpair(int node) {
    return pairAt(node).flatMap(TensorPair::by).isPresent();
  }

  void unpair(int node) {
    pairAt(node).ifPresent(pair -> reportPair(pair, pair, false));
  }

  private void reportPair(TensorPair one, TensorPair other, boolean isPair) {
    String a = one.a().or(other::a).orElseThrow().info().name();
    String b = one.b().or(other::b).orElseThrow().info().name();
    onHand.accept(new ByHand(a, b, isPair));
  }

  boolean isAlone(int node) {
    return pairAt(node).filter(pair -> pair.by().isEmpty()).isPresent();
  }

  void choosePartner(int node) {
    partner.set(OptionalInt.of(pairOf(node)));
    context.showMessage().accept(context.messages().text("compare.pair.chosen"));
  }

  Optional<TensorPair> chosen() {
    return partner.get().stream().mapToObj(comparison().pairs()::get).findFirst();
  }

  boolean canPair(int node) {
    return isAlone(node)
        && chosen()
            .filter(it -> it.a().isPresent() != pairAt(node).get().a().isPresent())
            .isPresent();
  }

  void pairWithChosen(int node) {
    reportPair(chosen().orElseThrow(), pairAt(node).orElseThrow(), true);
  }

  public void close() {
    arranging.clear();
  }
}
