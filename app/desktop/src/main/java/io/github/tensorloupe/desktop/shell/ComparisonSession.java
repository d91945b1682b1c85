package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.comparison.ComparisonScan;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsView;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsViewModel;
import io.github.tensorloupe.desktop.pane.comparison.sides.DifferenceSearch;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesView;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.RememberedComparison;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.storage.WeightForm;

/// An open comparison: the job that compares, the selected pair, and the tree of pairs. Belongs to
/// the FX thread.
final class ComparisonSession {

  private final WindowContext window;
  final ComparisonContext context;
  final ComparisonScan scan;
  final DifferenceSearch search;
  final PairsViewModel model;
  final LazyPane<PairsView> tree;

  // By pane and side. Views are rebuilt over the same panes.
  private final Map<List<?>, DocumentPane> sidePanes = new HashMap<>();

  /// @param onHand receives a pair that the user creates or splits
  /// @param onForm receives the form in which weights are to be compared
  ComparisonSession(
      WindowContext window,
      ComparisonResults results,
      Consumer<ByHand> onHand,
      Consumer<WeightForm> onForm) {
    this.window = window;
    context =
        new ComparisonContext(
            results.comparison(),
            results,
            new PairSelection(results.comparison()),
            window.commands(),
            window.status()::report,
            window::dialogs,
            window.jobs(),
            this::sidePane,
            window.messages());
    scan = new ComparisonScan(context, window.firstFrame(), window.environment().settings());
    search = new DifferenceSearch(context);
    model = new PairsViewModel(context, onHand, onForm);
    String title = window.messages().text("fault.tree");
    tree = window.guards().guard(title, "comparison.pairs", () -> new PairsView(model, context));
  }

  private Node sidePane(String pane, Selection side, BooleanExpression isShown) {
    return sidePanes
        .computeIfAbsent(List.of(pane, side), _ -> sidePane(pane, side))
        .createView(isShown);
  }

  private DocumentPane sidePane(String pane, Selection side) {
    if (SidesView.BYTES.id().equals(pane)) {
      HexViewModel bytes =
          new HexViewModel(side, new ScanResults(), window.jobs(), window.messages());
      return _ ->
          new HexView(bytes, name -> window.dialogs().chooseTarget(name), window.messages());
    }
    return Panes.named(OpenDocument.class, pane)
        .orElseThrow()
        .factory()
        .apply(window.forPanes(side));
  }

  /// Restores filter, sides and selection of the previous comparison.
  void restore(ComparisonSession before) {
    PairSelection then = before.context.selection();
    PairSelection now = context.selection();
    now.filterProperty().set(then.filterProperty().get());
    now.sidesProperty().set(then.sidesProperty().get());
    then.selected()
        .map(TensorPair::name)
        .map(context.comparison()::pairNamed)
        .filter(OptionalInt::isPresent)
        .ifPresent(pair -> now.select(pair.getAsInt(), then.elementProperty().get().orElse(0)));
  }

  /// Selects the first pair that has a tensor with this name.
  ///
  /// @return false if there is no such pair
  boolean select(String name) {
    OptionalInt pair = context.comparison().pairNamed(name);
    pair.ifPresent(context.selection()::select);
    return pair.isPresent();
  }

  void goTo(RememberedComparison remembered) {
    Stream.of(ShownSides.values())
        .filter(each -> remembered.sides().equals(Optional.of(each.name())))
        .forEach(context.selection().sidesProperty()::set);
  }

  RememberedDocument remembered() {
    OpenComparison of = context.comparison();
    RememberedDocument paths = of.remembered();
    String sides = context.selection().sidesProperty().get().name();
    return paths.with(
        new RememberedComparison(
            paths.comparedWith().orElseThrow(), Optional.of(sides), of.byHand()));
  }

  void close() {
    scan.close();
    model.close();
    window.guards().forget(tree);
  }
}
