package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.error.GuardedPane;
import io.github.tensorloupe.desktop.error.GuardedPanes.LivePane;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
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
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.RememberedComparison;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.text.Messages;

/// A comparison in the window: the job that compares, the tree of its pairs on the left, its panes
/// on the right. Each comparison has its own frame. Belongs to the FX thread.
final class ComparisonFrame {

  private static final double MIN_DETAIL_WIDTH = 240;

  private final WindowContext window;
  final ComparisonContext context;
  final ComparisonScan scan;
  final DifferenceSearch search;
  final PairsViewModel model;
  final LivePane<PairsView> tree;
  private final TabPane tabs = new TabPane();
  private final Map<Tab, GuardedPane> views = new HashMap<>();
  private final List<GuardedPane> guarded = new ArrayList<>();
  // By pane and side. Views are rebuilt over the same panes.
  private final Map<List<?>, DocumentPane> sidePanes = new HashMap<>();
  final TreeSplit node;

  /// @param onHand receives a pair that the user creates or splits
  /// @param onForm receives the form in which weights are to be compared
  ComparisonFrame(
      WindowContext window,
      ComparisonResults results,
      Consumer<ByHand> onHand,
      Consumer<WeightForm> onForm) {
    this.window = window;
    Messages messages = window.messages();
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
            messages);
    scan = new ComparisonScan(context, window.firstFrame(), window.environment().settings());
    search = new DifferenceSearch(context);
    model = new PairsViewModel(context, onHand, onForm);
    String title = messages.text("fault.tree");
    tree = window.guards().live(title, "comparison.pairs", () -> new PairsView(model, context));
    guarded.add(tree.node());
    tabs.setId("comparison-tabs");
    tabs.setAccessibleText(messages.text("panes.tabs"));
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tabs.setMinWidth(MIN_DETAIL_WIDTH);
    Panes.COMPARISON.stream()
        .filter(each -> each.isOffered().test(results.comparison()))
        .map(this::tab)
        .forEach(tabs.getTabs()::add);
    tabs.getSelectionModel().selectedItemProperty().subscribe(this::fill);
    node = new TreeSplit(tree.node(), tabs, messages.text("divider.tree"));
    node.setId("comparison");
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
    return Panes.named(pane).orElseThrow().factory().apply(window.forPanes(side));
  }

  private Tab tab(ComparisonDescriptor descriptor) {
    Tab tab = new Tab(window.messages().text(descriptor.command().messageKey()));
    tab.setId("comparison-tab-" + descriptor.id());
    tab.setUserData(new Entry(descriptor, descriptor.factory().apply(context)));
    return tab;
  }

  private record Entry(ComparisonDescriptor descriptor, DocumentPane pane) {

    static Entry of(Tab tab) {
      return (Entry) tab.getUserData();
    }
  }

  /// Keeps only the visible view in the scene, as in [DetailTabs].
  private void fill(Tab shown) {
    for (Tab tab : tabs.getTabs()) {
      tab.setContent(tab == shown ? views.computeIfAbsent(tab, this::view) : null);
    }
  }

  private GuardedPane view(Tab tab) {
    DocumentPane pane = Entry.of(tab).pane();
    BooleanExpression shown = BooleanExpression.booleanExpression(tab.selectedProperty());
    String packageName = pane.getClass().getPackageName();
    String name = "comparison" + packageName.substring(packageName.lastIndexOf('.'));
    GuardedPane guardedPane =
        window.guards().guard(tab.getText(), name, () -> pane.createView(shown));
    guarded.add(guardedPane);
    return guardedPane;
  }

  /// Returns true if the command shows one of the panes.
  boolean has(Command command) {
    return tab(command).isPresent();
  }

  private Optional<Tab> tab(Command command) {
    return tabs.getTabs().stream()
        .filter(tab -> Entry.of(tab).descriptor().command() == command)
        .findFirst();
  }

  void show(Command command) {
    tab(command)
        .ifPresent(
            tab -> {
              boolean hasFocusInside =
                  FocusTraversal.focusOwnerOf(tabs)
                      .filter(owner -> owner != tabs && FocusTraversal.isInside(owner, tabs))
                      .isPresent();
              if (hasFocusInside && !tab.isSelected()) {
                tabs.requestFocus();
              }
              tabs.getSelectionModel().select(tab);
            });
  }

  /// Restores pane, filter, sides and selection of the previous comparison.
  void goWhere(ComparisonFrame before) {
    PairSelection then = before.context.selection();
    PairSelection now = context.selection();
    now.filterProperty().set(then.filterProperty().get());
    now.sidesProperty().set(then.sidesProperty().get());
    show(Entry.of(before.tabs.getSelectionModel().getSelectedItem()).descriptor().command());
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
    RememberedDocument paths =
        RememberedDocument.of(of.sideA().path(), Optional.of(of.sideB().path()));
    String sides = context.selection().sidesProperty().get().name();
    return paths.with(
        new RememberedComparison(
            paths.comparedWith().orElseThrow(), Optional.of(sides), of.byHand()));
  }

  /// Returns the areas for moving the focus with the keyboard.
  List<Node> areas() {
    return List.of(tree.node(), tabs);
  }

  void close() {
    scan.close();
    model.close();
    guarded.forEach(window.guards()::forget);
  }
}
