package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.desktop.error.GuardedPane;
import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsView;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsViewModel;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.storage.session.RememberedComparison.ByHand;

/// One comparison in the window: the tree of its pairs on the left, its panes on the right. Made
/// anew for every other comparison. Belongs to the FX thread.
final class ComparisonFrame extends StackPane {

  private static final double MIN_DETAIL_WIDTH = 240;

  private final WindowContext window;
  private final List<GuardedPane> guarded = new ArrayList<>();
  private final PairsViewModel model;
  private final LivePane<PairsView> tree;
  private final TabPane tabs = new TabPane();

  ComparisonFrame(WindowContext window, ComparisonContext context, Consumer<ByHand> onHand) {
    this.window = window;
    Messages messages = window.messages();
    setId("comparison");
    model = new PairsViewModel(context, onHand);
    tree =
        window
            .guards()
            .live(
                messages.text("fault.tree"),
                "comparison.pairs",
                () -> new PairsView(model, context));
    guarded.add(tree.node());
    tabs.setId("comparison-tabs");
    tabs.setAccessibleText(messages.text("panes.tabs"));
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tabs.setMinWidth(MIN_DETAIL_WIDTH);
    Panes.COMPARISON.forEach(each -> tabs.getTabs().add(tab(each, context)));
    tabs.getSelectionModel().selectedItemProperty().subscribe(this::fill);
    getChildren().setAll(new TreeSplit(tree.node(), tabs, messages.text("divider.tree")));
  }

  private Tab tab(ComparisonDescriptor descriptor, ComparisonContext context) {
    Tab tab = new Tab(window.messages().text(descriptor.command().messageKey()));
    tab.setId("comparison-tab-" + descriptor.id());
    DocumentPane pane = descriptor.factory().apply(context);
    tab.setUserData(new Entry(descriptor, pane));
    return tab;
  }

  private record Entry(ComparisonDescriptor descriptor, DocumentPane pane) {

    static Entry of(Tab tab) {
      return (Entry) tab.getUserData();
    }
  }

  private void fill(Tab tab) {
    if (tab != null && tab.getContent() == null) {
      Entry entry = Entry.of(tab);
      BooleanExpression shown = BooleanExpression.booleanExpression(tab.selectedProperty());
      String packageName = entry.pane().getClass().getPackageName();
      GuardedPane made =
          window
              .guards()
              .guard(
                  tab.getText(),
                  "comparison" + packageName.substring(packageName.lastIndexOf('.')),
                  () -> entry.pane().makeView(shown));
      guarded.add(made);
      tab.setContent(made);
    }
  }

  /// True if a command turns to one of the panes.
  static boolean has(Command command) {
    return Panes.COMPARISON.stream().anyMatch(each -> each.command() == command);
  }

  /// Turns to the pane of a command, if there is one.
  void show(Command command) {
    tabs.getTabs().stream()
        .filter(tab -> Entry.of(tab).descriptor().command() == command)
        .findFirst()
        .ifPresent(
            tab -> {
              boolean hasFocusInside =
                  SceneWays.focusedBeside(tabs)
                      .filter(owner -> owner != tabs && SceneWays.isInside(owner, tabs))
                      .isPresent();
              if (hasFocusInside && !tab.isSelected()) {
                tabs.requestFocus();
              }
              tabs.getSelectionModel().select(tab);
            });
  }

  /// The command of the pane that is shown; empty where there are no panes.
  Optional<Command> shown() {
    return Optional.ofNullable(tabs.getSelectionModel().getSelectedItem())
        .map(tab -> Entry.of(tab).descriptor().command());
  }

  LivePane<PairsView> tree() {
    return tree;
  }

  PairsViewModel model() {
    return model;
  }

  /// The parts that one goes through by keys.
  List<Node> areas() {
    return List.of(tree.node(), tabs);
  }

  void close() {
    model.close();
    guarded.forEach(window.guards()::forget);
  }
}
