package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.theme.FocusRing;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.ZoomedPane;

/// A separate window with one pane. Belongs to the FX thread.
final class PaneWindow extends Stage {

  /// The commands that need the tab of the document to be selected.
  private static final Set<Command> IN_MAIN_WINDOW =
      EnumSet.of(Command.PALETTE, Command.NEXT_AREA, Command.PREVIOUS_AREA, Command.FULL_SCREEN);

  private static final double WIDTH = 760;
  private static final double HEIGHT = 620;

  private final Workspace workspace;
  private final Runnable toFront;

  /// @param toFront brings the window and tab of the document to the front
  /// @param onClosed called when the view can be shown elsewhere
  PaneWindow(
      Workspace workspace, PaneDescriptor pane, Node view, Runnable toFront, Runnable onClosed) {
    this.workspace = workspace;
    this.toFront = toFront;
    PaneContext context = workspace.context;
    StackPane holder = new StackPane(view);
    ZoomedPane root = new ZoomedPane(new FocusRing(holder));
    root.setId("pane-window-" + pane.id());
    MainView.listenIn(root, workspace);
    Scene scene = new Scene(root, WIDTH, HEIGHT);
    setScene(scene);
    getIcons().setAll(TitleBar.icon(32), TitleBar.icon(128));
    String name = context.messages().text(pane.command().messageKey());
    ObservableValue<Settings> settings = workspace.environment.settings().settingsProperty();
    Subscription following =
        Themes.bind(settings.map(Settings::appearance), scene)
            .and(context.commands().keymapProperty().subscribe(this::setAccelerators))
            .and(
                context
                    .selection()
                    .documentProperty()
                    .subscribe(state -> setTitle(title(name, state))));
    setOnHidden(
        _ -> {
          following.unsubscribe();
          holder.getChildren().clear();
          onClosed.run();
        });
  }

  private static String title(String name, DocumentState state) {
    return state.shown().map(document -> name + " – " + document.title()).orElse(name);
  }

  /// Sets the shortcuts of the menu bar, which is in another window. The shortcut that closes a
  /// document closes only this window. Commands that need input show it in the window of the
  /// document.
  private void setAccelerators(Keymap keys) {
    Map<KeyCombination, Runnable> accelerators = getScene().getAccelerators();
    accelerators.clear();
    for (Command each : Command.values()) {
      Runnable action = each == Command.CLOSE ? this::close : () -> run(each);
      keys.keys(each).ifPresent(combination -> accelerators.put(combination, action));
    }
  }

  private void run(Command command) {
    if (IN_MAIN_WINDOW.contains(command)) {
      toFront.run();
    }
    workspace.context.commands().run(command);
    if (workspace.context.panels().showingProperty().get()) {
      toFront.run();
    }
  }

  void bringToFront() {
    setIconified(false);
    toFront();
    requestFocus();
  }
}
