package io.github.tensorloupe.desktop.control.copy;

import module java.base;
import module javafx.controls;

/// Opens the context menu of the focused node with the menu key or Shift+F10: at the caret of a
/// canvas, at the selected row of a list, or inside the node. Belongs to the FX thread.
public final class ContextMenuAnchor {

  private static final Object KEY = ContextMenuAnchor.class;
  private static final double INSET = 24;
  private static final KeyCombination SHIFT_F10 =
      new KeyCodeCombination(KeyCode.F10, KeyCombination.SHIFT_DOWN);
  private static final boolean REQUESTED_BY_SYSTEM =
      System.getProperty("os.name", "").startsWith("Windows");

  private final Node root;
  private boolean requesting;

  private ContextMenuAnchor(Node root) {
    this.root = root;
  }

  /// Handles keys that no node inside consumes.
  public static void openByKeys(Node root) {
    ContextMenuAnchor place = new ContextMenuAnchor(root);
    root.addEventHandler(KeyEvent.KEY_PRESSED, place::press);
    root.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, place::replace);
  }

  /// Sets the point at which the context menu of a node opens.
  ///
  /// @param point returns a point in the node, or empty if the node has no selection
  public static void set(Node node, Supplier<Optional<Point2D>> point) {
    node.getProperties().put(KEY, point);
  }

  /// Handles the menu keys, except on Windows, which requests menus itself.
  private void press(KeyEvent event) {
    boolean menuKey = event.getCode() == KeyCode.CONTEXT_MENU || SHIFT_F10.match(event);
    if (menuKey && !REQUESTED_BY_SYSTEM && event.getTarget() instanceof Node focused) {
      event.consume();
      request(focused);
    }
  }

  /// Replaces the request of the system, which is for the center of the focused node.
  private void replace(ContextMenuEvent event) {
    Scene scene = root.getScene();
    if (event.isKeyboardTrigger() && !requesting && scene.getFocusOwner() != null) {
      event.consume();
      request(scene.getFocusOwner());
    }
  }

  private void request(Node focused) {
    Node node = selectedRow(focused).orElse(focused);
    Point2D point = pointOf(node);
    Point2D inScene = node.localToScene(point);
    Point2D onScreen = node.localToScreen(point);
    requesting = true;
    node.fireEvent(
        new ContextMenuEvent(
            ContextMenuEvent.CONTEXT_MENU_REQUESTED,
            inScene.getX(),
            inScene.getY(),
            onScreen.getX(),
            onScreen.getY(),
            true,
            new PickResult(node, inScene.getX(), inScene.getY())));
    requesting = false;
  }

  private static Point2D pointOf(Node node) {
    Bounds bounds = node.getLayoutBounds();
    if (node.hasProperties()
        && node.getProperties().get(KEY) instanceof Supplier<?> supplier
        && supplier.get() instanceof Optional<?> point
        && point.orElse(null) instanceof Point2D inNode
        && bounds.contains(inNode)) {
      return inNode;
    }
    return new Point2D(
        bounds.getMinX() + Math.min(INSET, bounds.getWidth() / 2),
        bounds.getMinY() + Math.min(INSET, bounds.getHeight() / 2));
  }

  private static Optional<Node> selectedRow(Node focused) {
    return focused.lookupAll(".indexed-cell").stream()
        .filter(
            cell -> !(cell instanceof TableCell<?, ?>) && !(cell instanceof TreeTableCell<?, ?>))
        .filter(cell -> cell.isVisible() && CopyAnywhere.isSelectedRow(cell))
        .findFirst();
  }
}
