package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.FocusRing;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The tabs, the panes next to them, and the panes in separate windows. All return to the tabs when
/// the document is closed; the panes next to the tabs are restored with the next document. Belongs
/// to the FX thread.
final class PaneSplit extends SplitPane {

  private static final double MIN_WIDTH = 200;
  private static final double WINDOW_WIDTH = 760;
  private static final double WINDOW_HEIGHT = 620;

  private final WindowContext window;
  private final DetailTabs tabs;
  private final Map<PaneDescriptor, Framed> panesAtSide = new LinkedHashMap<>();
  private final Map<PaneDescriptor, Stage> windows = new HashMap<>();
  private List<PaneDescriptor> awaited = List.of();
  private Runnable toFront = () -> {};

  PaneSplit(WindowContext window, DetailTabs tabs) {
    super(tabs);
    this.window = window;
    this.tabs = tabs;
    setId("pane-split");
    setMinHeight(0);
    tabs.setMinWidth(0);
    DividerKeys.on(this, window.messages().text("divider.panes"));
    Commands commands = window.commands();
    BooleanExpression possible = window.selection().isOpenProperty().and(tabs.canTake());
    commands.bind(Command.PANE_BESIDE, () -> moveToSide(tabs.shown()), possible);
    commands.bind(Command.PANE_WINDOW, () -> openWindow(tabs.shown()), possible);
    window.selection().documentProperty().subscribe(this::follow);
  }

  private void follow(DocumentState state) {
    switch (state) {
      case DocumentState.Open(OpenDocument _) -> {
        List<PaneDescriptor> wanted = awaited;
        awaited = List.of();
        window.firstFrame().runAfter(() -> wanted.forEach(this::moveToSide));
      }
      case DocumentState.Opening _ -> {}
      case DocumentState.Empty _, DocumentState.Open _, DocumentState.Failed _ -> {
        if (!panesAtSide.isEmpty()) {
          awaited = List.copyOf(panesAtSide.keySet());
        }
        closeAll();
      }
    }
  }

  /// Moves all panes back into the tabs and closes their windows.
  void closeAll() {
    List.copyOf(panesAtSide.keySet()).forEach(this::putBack);
    List.copyOf(windows.values()).forEach(Stage::close);
  }

  /// Moves a pane next to the tabs; does nothing if it is already there.
  void moveToSide(PaneDescriptor pane) {
    if (!panesAtSide.containsKey(pane) && !windows.containsKey(pane) && tabs.canTake().get()) {
      Framed framed = new Framed(pane, tabs.take(pane));
      panesAtSide.put(pane, framed);
      getItems().add(framed);
      shareWidth();
      focus(framed);
    }
  }

  private void shareWidth() {
    int count = getItems().size();
    setDividerPositions(
        IntStream.range(1, count).mapToDouble(index -> (double) index / count).toArray());
  }

  private void putBack(PaneDescriptor pane) {
    Framed framed = panesAtSide.remove(pane);
    getItems().remove(framed);
    tabs.putBack(pane, framed.takeView());
    tabs.show(pane);
  }

  /// Moves a pane into a separate window, which closes with the document.
  void openWindow(PaneDescriptor pane) {
    if (panesAtSide.containsKey(pane)) {
      putBack(pane);
    }
    if (!windows.containsKey(pane) && tabs.canTake().get()) {
      show(pane, new StackPane(tabs.take(pane)));
    }
  }

  private void show(PaneDescriptor pane, StackPane holder) {
    ZoomedPane root = new ZoomedPane(new FocusRing(holder));
    root.setId("pane-window-" + pane.id());
    MainView.listenIn(root, window);
    Scene scene = new Scene(root, WINDOW_WIDTH, WINDOW_HEIGHT);
    Stage stage = new Stage();
    windows.put(pane, stage);
    stage.setScene(scene);
    Subscription following =
        Themes.follow(
                window.environment().settings().settingsProperty().map(Settings::appearance), scene)
            .and(window.commands().keymapProperty().subscribe(keys -> listen(stage, keys)));
    stage.titleProperty().bind(window.selection().documentProperty().map(_ -> titleOf(pane)));
    stage.getIcons().setAll(TitleBar.icon(32), TitleBar.icon(128));
    stage.setOnHidden(
        _ -> {
          following.unsubscribe();
          stage.titleProperty().unbind();
          windows.remove(pane);
          Node view = holder.getChildren().removeFirst();
          tabs.putBack(pane, view);
        });
    stage.show();
  }

  private String titleOf(PaneDescriptor pane) {
    String title = window.messages().text(pane.command().messageKey());
    return window
        .selection()
        .openDocument()
        .map(document -> title + " – " + DisplayText.of(document.name()))
        .orElse(title);
  }

  /// Sets the action that brings the window and tab of the document to the front.
  void setToFront(Runnable action) {
    toFront = action;
  }

  /// Adds the shortcuts of the menu bar, which is in another window. The shortcut that closes a
  /// document closes only this window. Commands that need input show it in the window of the
  /// document.
  private void listen(Stage stage, Keymap keys) {
    Map<KeyCombination, Runnable> accelerators = stage.getScene().getAccelerators();
    accelerators.clear();
    for (Command each : Command.values()) {
      Runnable action = each == Command.CLOSE ? stage::close : () -> run(each);
      keys.keys(each).ifPresent(combination -> accelerators.put(combination, action));
    }
  }

  private void run(Command command) {
    if (command == Command.PALETTE) {
      toFront.run();
    }
    window.commands().run(command);
    if (window.panels().showingProperty().get()) {
      toFront.run();
    }
  }

  /// Returns the items that move a pane next to the tabs or into a window, for the context menu of
  /// its tab.
  List<MenuItem> menuItems(PaneDescriptor pane) {
    return List.of(
        menuItem(Command.PANE_BESIDE, pane, this::moveToSide),
        menuItem(Command.PANE_WINDOW, pane, this::openWindow));
  }

  private MenuItem menuItem(Command command, PaneDescriptor pane, Consumer<PaneDescriptor> put) {
    String text = window.messages().text(command.messageKey());
    String id = "tab-menu-" + pane.id() + "-" + command.id();
    MenuItem item = MenuItems.of(id, text, command.icon(), () -> put.accept(pane));
    item.disableProperty().bind(tabs.canTake().not());
    return item;
  }

  /// Switches to a pane in the tabs, next to them, or in a separate window.
  void show(PaneDescriptor pane) {
    if (windows.containsKey(pane)) {
      windows.get(pane).setIconified(false);
      windows.get(pane).toFront();
      windows.get(pane).requestFocus();
    } else if (panesAtSide.containsKey(pane)) {
      focus(panesAtSide.get(pane));
    } else {
      tabs.show(pane);
    }
  }

  private static void focus(Framed framed) {
    FocusTraversal.traversable(framed.getCenter())
        .findFirst()
        .or(() -> FocusTraversal.traversable(framed).findFirst())
        .ifPresent(Node::requestFocus);
  }

  /// Returns the ids of the panes next to the tabs, from left to right.
  List<String> sidePanes() {
    Stream<PaneDescriptor> panes =
        awaited.isEmpty() ? panesAtSide.keySet().stream() : awaited.stream();
    return panes.map(PaneDescriptor::id).toList();
  }

  /// Puts panes next to the tabs as soon as a document is open. Ignores unknown ids.
  void arrange(List<String> names) {
    awaited = names.stream().flatMap(name -> Panes.named(name).stream()).distinct().toList();
    follow(window.selection().documentProperty().get());
  }

  private final class Framed extends BorderPane {

    Framed(PaneDescriptor pane, Node view) {
      Messages messages = window.messages();
      PanelParts.named(this, "beside-" + pane.id(), "pane-beside");
      setMinWidth(MIN_WIDTH);
      Label title = PanelParts.elastic(messages.text(pane.command().messageKey()), "strong");
      HBox.setHgrow(title, Priority.ALWAYS);
      title.setMaxWidth(Double.MAX_VALUE);
      String inWindow = messages.text("command.pane-window");
      Runnable open = () -> openWindow(pane);
      Runnable back = () -> putBack(pane);
      Button toWindow =
          Icons.button(Command.PANE_WINDOW.icon(), inWindow, open, "flat", "small", "button-icon");
      String inTabs = messages.text("panes.back");
      Button toTabs = Icons.button(Feather.X, inTabs, back, "flat", "small", "button-icon");
      toWindow.setId("beside-window-" + pane.id());
      toTabs.setId("beside-back-" + pane.id());
      HBox head = new HBox(4, title, toWindow, toTabs);
      head.getStyleClass().add("pane-beside-head");
      setTop(head);
      setCenter(view);
    }

    Node takeView() {
      Node view = getCenter();
      setCenter(null);
      return view;
    }
  }
}
