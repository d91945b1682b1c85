package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import org.kordamp.ikonli.feather.Feather;

/// A desktop window with one or more documents. It shows one of them, and a tab strip above if
/// there are several. Only the shown document is in the scene, so that shortcuts and menus apply to
/// it. Belongs to the FX thread.
final class AppWindow {

  interface Listener {

    void closing(DocumentTab document);

    void movingToNewWindow(DocumentTab document);

    void selected(DocumentTab document);
  }

  /// Position of a tab after all others.
  static final int LAST = Integer.MAX_VALUE;

  private static final String POSITION = "position";

  final Stage stage;
  final int number;
  private final Listener listener;
  private final BorderPane frame = new BorderPane();
  private final TabPane strip = new TabPane();
  private final ZoomedPane head = ZoomedPane.inMenu(strip);
  private final Subscription following;

  /// @param stage already has a scene, whose root is replaced
  /// @param number identifies the window within a session
  AppWindow(Stage stage, int number, Listener listener) {
    this.stage = stage;
    this.number = number;
    this.listener = listener;
    strip.setId("document-tabs");
    strip.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
    strip.setTabDragPolicy(TabPane.TabDragPolicy.REORDER);
    stage.getScene().setRoot(frame);
    following = strip.getSelectionModel().selectedItemProperty().subscribe(this::show);
    Runnable changed = () -> documents().forEach(DocumentTab::noteChange);
    // Windows are arranged with the mouse or with keys.
    stage.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> changed.run());
    stage.addEventFilter(KeyEvent.KEY_RELEASED, _ -> changed.run());
    Stream.of(
            stage.xProperty(),
            stage.yProperty(),
            stage.widthProperty(),
            stage.heightProperty(),
            stage.maximizedProperty(),
            stage.fullScreenProperty(),
            stage.focusedProperty())
        .forEach(property -> property.subscribe(changed));
  }

  private void show(Tab tab) {
    if (tab != null) {
      DocumentTab document = documentOf(tab);
      frame.setCenter(document.workbench.view);
      stage.titleProperty().bind(document.title);
      document.workbench.view.focusDocument();
      listener.selected(document);
    }
  }

  private static DocumentTab documentOf(Tab tab) {
    return (DocumentTab) tab.getUserData();
  }

  private Optional<Tab> tabOf(DocumentTab document) {
    return strip.getTabs().stream().filter(tab -> documentOf(tab) == document).findFirst();
  }

  /// Adds a document, which is not shown yet unless it is the first.
  ///
  /// @param position sort key: the tab precedes all tabs that were added with a greater one
  void add(DocumentTab document, int position) {
    Tab tab = new Tab();
    tab.setUserData(document);
    tab.getProperties().put(POSITION, position);
    tab.textProperty().bind(document.tabText());
    Tooltip tip = new Tooltip();
    tip.textProperty().bind(document.title);
    tab.setTooltip(tip);
    tab.setOnCloseRequest(
        event -> {
          event.consume();
          listener.closing(document);
        });
    tab.setContextMenu(menu(document));
    int before =
        (int)
            strip.getTabs().stream()
                .filter(other -> (int) other.getProperties().get(POSITION) <= position)
                .count();
    strip.getTabs().add(before, tab);
    showStrip();
  }

  private ContextMenu menu(DocumentTab document) {
    Messages messages = document.workbench.window.messages();
    Runnable closeOthers =
        () -> documents().stream().filter(each -> each != document).forEach(listener::closing);
    return new ContextMenu(
        item(messages, "close", Feather.X, () -> listener.closing(document)),
        item(messages, "close-others", Feather.X_SQUARE, closeOthers),
        item(
            messages,
            "to-window",
            Feather.EXTERNAL_LINK,
            () -> listener.movingToNewWindow(document)));
  }

  private static MenuItem item(Messages messages, String name, Feather icon, Runnable action) {
    return MenuItems.of(
        "document-tab-" + name, messages.text("document-tab." + name), icon, action);
  }

  private void showStrip() {
    frame.setTop(hasTabs() ? head : null);
  }

  /// Removes a document without closing it.
  void remove(DocumentTab document) {
    tabOf(document)
        .ifPresent(
            tab -> {
              strip.getTabs().remove(tab);
              // The tab strip retains the items of its first menu as long as it exists.
              tab.getContextMenu().getItems().clear();
            });
    showStrip();
  }

  /// Prepares for being hidden permanently.
  void prepareClose() {
    // JavaFX retains the last full-screen window, even if closed.
    stage.setFullScreen(false);
    // Popups without a scene could no longer be hidden, and JavaFX would retain them.
    Window.getWindows().stream()
        .filter(each -> each instanceof PopupWindow popup && popup.getOwnerWindow() == stage)
        .toList()
        .forEach(Window::hide);
  }

  /// Releases its documents, which are closed. The menu of a document that was moved to another
  /// window keeps a reference to the window that last showed it.
  void releaseDocuments() {
    following.unsubscribe();
    documents().forEach(this::remove);
    stage.titleProperty().unbind();
    stage.getScene().setRoot(new Group());
    stage.setScene(null);
    frame.setCenter(null);
  }

  void select(DocumentTab document) {
    tabOf(document).ifPresent(strip.getSelectionModel()::select);
  }

  /// Selects the next document for 1, the previous one for -1, wrapping around.
  void step(int step) {
    int count = strip.getTabs().size();
    int at = strip.getSelectionModel().getSelectedIndex();
    strip.getSelectionModel().select(Math.floorMod(at + step, count));
  }

  /// Returns the documents in the order of their tabs.
  List<DocumentTab> documents() {
    return strip.getTabs().stream().map(AppWindow::documentOf).toList();
  }

  DocumentTab selected() {
    return documentOf(strip.getSelectionModel().getSelectedItem());
  }

  boolean hasTabs() {
    return strip.getTabs().size() > 1;
  }
}
