package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.ShownComparison;
import io.github.tensorloupe.desktop.pane.comparison.ComparisonScan;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsView;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsViewModel;
import io.github.tensorloupe.desktop.pane.comparison.sides.DifferenceSearch;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesView;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.RememberedComparison;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.text.Messages;

/// An open comparison: the job that compares, the selected pair, and the tree of pairs. Belongs to
/// the FX thread.
final class ComparisonSession {

  final PaneContext context;
  final ComparisonResults results;
  final ComparisonScan scan;
  final DifferenceSearch search;
  final PairsViewModel model;
  final LazyPane<PairsView> tree;
  private final Workspace workspace;
  private final PairSelection selection;

  // By pane and side. Views are rebuilt over the same panes.
  private final Map<List<?>, DocumentPane> sidePanes = new HashMap<>();

  /// @param onHand receives a pair that the user creates or splits
  /// @param onForm receives the form in which weights are to be compared
  ComparisonSession(
      Workspace workspace,
      ComparisonResults results,
      Consumer<ByHand> onHand,
      Consumer<WeightForm> onForm) {
    this.workspace = workspace;
    this.results = results;
    selection = new PairSelection(results.comparison());
    context = workspace.context.with(new ShownComparison(results, selection, this::sidePane));
    scan = new ComparisonScan(context, workspace.firstFrame, workspace.environment.settings());
    search = new DifferenceSearch(context);
    model = new PairsViewModel(context, onHand, onForm);
    String title = context.messages().text("fault.tree");
    tree = workspace.guards.guard(title, "comparison.pairs", () -> new PairsView(model, context));
  }

  ComparisonDocument comparison() {
    return results.comparison();
  }

  private Node sidePane(String pane, Selection side, BooleanExpression isShown) {
    return sidePanes
        .computeIfAbsent(List.of(pane, side), _ -> sidePane(pane, side))
        .createView(isShown);
  }

  private DocumentPane sidePane(String pane, Selection side) {
    if (SidesView.BYTES.id().equals(pane)) {
      Messages messages = context.messages();
      HexViewModel bytes = new HexViewModel(side, new ScanResults(), context.jobs(), messages);
      return _ -> new HexView(bytes, context.dialogs().get()::chooseTarget, messages);
    }
    return Panes.named(FileDocument.class, pane)
        .orElseThrow()
        .factory()
        .apply(workspace.contextOf(side));
  }

  /// Restores filter, sides and selection of the previous comparison.
  void restore(ComparisonSession before) {
    PairSelection then = before.selection;
    selection.filterProperty().set(then.filterProperty().get());
    selection.sidesProperty().set(then.sidesProperty().get());
    then.selected()
        .map(TensorPair::name)
        .map(comparison()::pairNamed)
        .filter(OptionalInt::isPresent)
        .ifPresent(
            pair -> selection.select(pair.getAsInt(), then.elementProperty().get().orElse(0)));
  }

  /// Selects the first pair that has a tensor with this name.
  ///
  /// @return false if there is no such pair
  boolean select(String name) {
    OptionalInt pair = comparison().pairNamed(name);
    pair.ifPresent(selection::select);
    return pair.isPresent();
  }

  void goTo(RememberedComparison remembered) {
    Stream.of(ShownSides.values())
        .filter(each -> remembered.sides().equals(Optional.of(each.name())))
        .forEach(selection.sidesProperty()::set);
  }

  RememberedDocument remembered() {
    ComparisonDocument of = comparison();
    RememberedDocument paths = of.remembered();
    String sides = selection.sidesProperty().get().name();
    return paths.with(
        new RememberedComparison(
            paths.comparedWith().orElseThrow(), Optional.of(sides), of.byHand()));
  }

  void close() {
    scan.close();
    model.close();
    workspace.guards.forget(tree);
  }
}
