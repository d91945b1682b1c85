package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.WindowPlace;
import io.github.tensorloupe.desktop.text.Messages;
import org.kordamp.ikonli.feather.Feather;

/// A desktop window with tabs: the library and the documents. Only the selected tab is in the
/// scene, so that shortcuts and menus apply to it. Belongs to the FX thread.
final class AppWindow {

  /// Position of a tab after all others.
  static final int LAST = Integer.MAX_VALUE;

  final Stage stage;
  final int number;
  private final Windows windows;
  private final Messages messages;
  private final TabBar bar;
  private final StackPane root = new StackPane();
  private final Subscription selecting;
  private final Arrangement arrangement;
  private WindowPlace place;
  private boolean isPlaced;
  private Optional<DocumentTab> shown = Optional.empty();

  /// @param stage already has a scene, whose root is replaced
  /// @param number identifies the window within a session
  /// @param arrangement the arrangement of the first tab
  AppWindow(
      Stage stage,
      int number,
      WindowPlace place,
      Arrangement arrangement,
      Windows windows,
      Messages messages) {
    this.stage = stage;
    this.number = number;
    this.place = place;
    this.arrangement = arrangement;
    this.windows = windows;
    this.messages = messages;
    bar = new TabBar(messages);
    bar.setOnOpenFile(
        () -> shown.ifPresent(tab -> tab.workspace.context.commands().run(Command.OPEN_FILE)));
    stage.getScene().setRoot(root);
    selecting =
        bar.selection()
            .selectedItemProperty()
            .subscribe((_, now) -> Optional.ofNullable(now).ifPresent(this::show));
    bar.tabs()
        .addListener(
            (ListChangeListener<Tab>)
                _ -> shown.ifPresent(tab -> tab.workspace.context.jobs().later(bar::pinLibrary)));
    // Windows are arranged with the mouse or with keys.
    stage.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> windows.noteChange());
    stage.addEventFilter(KeyEvent.KEY_RELEASED, _ -> windows.noteChange());
    Stream.of(
            stage.xProperty(),
            stage.yProperty(),
            stage.widthProperty(),
            stage.heightProperty(),
            stage.maximizedProperty(),
            stage.fullScreenProperty(),
            stage.focusedProperty())
        .forEach(property -> property.subscribe(windows::noteChange));
  }

  private void show(Tab tab) {
    if (tab == bar.library() && tab.getUserData() == null) {
      tab.setUserData(windows.createLibrary(this));
    }
    DocumentTab now = of(tab);
    if (shown.filter(now::equals).isEmpty()) {
      shown.ifPresent(before -> before.workspace.setShown(false));
      shown = Optional.of(now);
      root.getChildren().setAll(now.workspace.view);
      now.workspace.view.setTabBar(bar);
      now.workspace.setShown(true);
      stage.titleProperty().bind(now.title);
    }
    windows.use(now);
  }

  private static DocumentTab of(Tab tab) {
    return (DocumentTab) tab.getUserData();
  }

  private Stream<Tab> created() {
    return bar.tabs().stream().filter(tab -> tab.getUserData() != null);
  }

  private Optional<Tab> tabOf(DocumentTab document) {
    return created().filter(tab -> of(tab) == document).findFirst();
  }

  /// Adds a document, which is not selected.
  ///
  /// @param position sort key: the tab precedes all tabs that were added with a greater one
  void add(DocumentTab document, int position) {
    Tab tab = new Tab();
    tab.setUserData(document);
    tab.textProperty().bind(document.text);
    Tooltip tip = new Tooltip();
    tip.textProperty().bind(document.title);
    tab.setTooltip(tip);
    tab.setOnCloseRequest(
        event -> {
          event.consume();
          windows.closing.close(document);
        });
    tab.setContextMenu(menu(document));
    bar.add(tab, position);
  }

  private ContextMenu menu(DocumentTab document) {
    Commands commands = document.workspace.context.commands();
    Runnable closeOthers =
        () -> documents().stream().filter(each -> each != document).forEach(windows.closing::close);
    Consumer<Command> run =
        command -> {
          select(document);
          commands.run(command);
        };
    Runnable copyPath =
        () -> {
          String paths =
              document.workspace.context.selection().openDocuments().stream()
                  .map(open -> open.checkpoint().path().toAbsolutePath().normalize().toString())
                  .collect(Collectors.joining("\n"));
          CopyMenu.copy(paths, document.workspace.view);
        };
    return new ContextMenu(
        MenuItems.of(
            "document-tab-copy-path", messages.text("library.copy-path"), Feather.COPY, copyPath),
        commands.contextItem(Command.REVEAL, "document-tab-"),
        MenuItems.of(
            "document-tab-compare",
            messages.text("document-tab.compare"),
            Command.COMPARE_WITH.icon(),
            () -> run.accept(Command.COMPARE_WITH)),
        MenuItems.of(
            "document-tab-convert",
            commands.text(Command.CONVERT),
            Command.CONVERT.icon(),
            () -> run.accept(Command.CONVERT)),
        new SeparatorMenuItem(),
        commands.contextItem(Command.CLOSE, "document-tab-"),
        MenuItems.of(
            "document-tab-close-others",
            messages.text("document-tab.close-others"),
            Feather.X_SQUARE,
            closeOthers),
        commands.contextItem(Command.TAB_TO_WINDOW, "document-tab-"));
  }

  /// Removes a document without closing it. Selects a neighbor if it was selected.
  void remove(DocumentTab document) {
    tabOf(document).ifPresent(bar::remove);
  }

  /// Selects a tab of this window.
  void select(DocumentTab document) {
    tabOf(document).ifPresent(this::select);
  }

  /// Returns the sort key with which a document was added.
  int position(DocumentTab document) {
    return tabOf(document).map(TabBar::position).orElse(LAST);
  }

  void selectLibrary() {
    select(bar.library());
  }

  private void select(Tab tab) {
    bar.selection().select(tab);
    // The selection does not change for the first tab of the window.
    show(tab);
  }

  /// Selects the next tab for 1, the previous one for -1, wrapping around.
  void step(int step) {
    int count = bar.tabs().size();
    bar.selection().select(Math.floorMod(bar.selection().getSelectedIndex() + step, count));
  }

  /// Returns the library if it was shown before, and the documents.
  List<DocumentTab> tabs() {
    return created().map(AppWindow::of).toList();
  }

  /// Returns the documents in the order of their tabs.
  List<DocumentTab> documents() {
    return created().filter(tab -> tab != bar.library()).map(AppWindow::of).toList();
  }

  DocumentTab selected() {
    return shown.orElseThrow();
  }

  /// Returns the arrangement for another tab.
  Arrangement arrangement() {
    return shown.map(tab -> tab.workspace.state.arrangement()).orElse(arrangement);
  }

  /// Returns the bounds of the window, or the previous ones while it is maximized, full-screen,
  /// minimized or hidden.
  WindowPlace place() {
    if (isPlaced) {
      boolean isFilling = stage.isMaximized() || stage.isFullScreen() || stage.isIconified();
      place =
          isFilling
              ? place.with(stage.isMaximized(), stage.isFullScreen())
              : new WindowPlace(
                  stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), false, false);
    }
    return place;
  }

  /// Shows the window with its selected tab, full-screen if it was remembered so.
  void show() {
    if (!isPlaced) {
      stage.show();
      isPlaced = true;
      stage.setFullScreen(place.fullScreen());
    }
  }

  void bringToFront() {
    stage.setIconified(false);
    stage.toFront();
    stage.requestFocus();
  }

  /// Prepares for being hidden permanently.
  void prepareClose() {
    isPlaced = false;
    // JavaFX retains the last full-screen window, even if closed.
    stage.setFullScreen(false);
    // Popups without a scene could no longer be hidden, and JavaFX would retain them.
    Window.getWindows().stream()
        .filter(each -> each instanceof PopupWindow popup && popup.getOwnerWindow() == stage)
        .toList()
        .forEach(Window::hide);
  }

  /// Closes its tabs and releases them. The menu of a document that was moved to another window
  /// keeps a reference to the window that last showed it.
  void close() {
    selecting.unsubscribe();
    tabs().forEach(DocumentTab::close);
    documents().forEach(this::remove);
    bar.library().setUserData(null);
    if (bar.getParent() instanceof Pane slot) {
      slot.getChildren().clear();
    }
    shown = Optional.empty();
    stage.titleProperty().unbind();
    if (stage.getScene() != null) {
      stage.getScene().setRoot(new Group());
      stage.setScene(null);
    }
    root.getChildren().clear();
  }
}
