package io.github.tensorloupe.desktop.control.copy;

import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.PickResult;

/// Opens the menu of what has the focus by the menu key and by Shift and F10, at its caret or its
/// marked row. Belongs to the FX thread.
public final class MenuKeys {

  private static final KeyCombination SHIFT_F10 =
      new KeyCodeCombination(KeyCode.F10, KeyCombination.SHIFT_DOWN);
  private static final boolean ASKED_BY_SYSTEM =
      System.getProperty("os.name", "").startsWith("Windows");

  private final Node root;
  private boolean asking;

  private MenuKeys(Node root) {
    this.root = root;
  }

  /// Hears the keys that nothing inside takes for something else.
  public static void install(Node root) {
    MenuKeys keys = new MenuKeys(root);
    root.addEventHandler(KeyEvent.KEY_PRESSED, keys::press);
    root.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, keys::replace);
  }

  /// Windows asks for the menu by itself; other systems leave these keys to the program.
  private void press(KeyEvent event) {
    boolean menuKey = event.getCode() == KeyCode.CONTEXT_MENU || SHIFT_F10.match(event);
    if (menuKey && !ASKED_BY_SYSTEM && event.getTarget() instanceof Node focused) {
      event.consume();
      ask(focused);
    }
  }

  /// What the system asks for has its place in the middle of what has the focus.
  private void replace(ContextMenuEvent event) {
    Scene scene = root.getScene();
    if (event.isKeyboardTrigger() && !asking && scene.getFocusOwner() != null) {
      event.consume();
      ask(scene.getFocusOwner());
    }
  }

  private void ask(Node focused) {
    MenuPlace place = MenuPlace.of(focused);
    Node node = place.node();
    Point2D inScene = node.localToScene(place.point());
    Point2D onScreen = node.localToScreen(place.point());
    asking = true;
    node.fireEvent(
        new ContextMenuEvent(
            ContextMenuEvent.CONTEXT_MENU_REQUESTED,
            inScene.getX(),
            inScene.getY(),
            onScreen.getX(),
            onScreen.getY(),
            true,
            new PickResult(node, inScene.getX(), inScene.getY())));
    asking = false;
  }
}
