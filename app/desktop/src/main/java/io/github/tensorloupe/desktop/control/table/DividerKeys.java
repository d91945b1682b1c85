package io.github.tensorloupe.desktop.control.table;

import module javafx.controls;

/// Makes the divider of a split pane focusable and movable with arrow keys, on the FX thread.
public final class DividerKeys {

  private static final double STEP = 16;
  private static final double LARGE_STEP = 80;

  private final SplitPane pane;
  private final String name;

  private DividerKeys(SplitPane pane, String name) {
    this.pane = pane;
    this.name = name;
  }

  /// Installs the keys on a pane with two items, including dividers that are created later.
  ///
  /// @param name accessible text of the divider
  public static void on(SplitPane pane, String name) {
    DividerKeys keys = new DividerKeys(pane, name);
    ObservableList<Node> parts = pane.getChildrenUnmodifiable();
    parts.addListener((ListChangeListener<Node>) _ -> parts.forEach(keys::prepare));
    parts.forEach(keys::prepare);
  }

  private void prepare(Node part) {
    if (!part.isFocusTraversable() && part.getStyleClass().contains("split-pane-divider")) {
      part.setFocusTraversable(true);
      part.setAccessibleRole(AccessibleRole.THUMB);
      part.setAccessibleText(name);
      part.addEventHandler(KeyEvent.KEY_PRESSED, this::press);
    }
  }

  private void press(KeyEvent event) {
    boolean isHorizontal = pane.getOrientation() == Orientation.HORIZONTAL;
    KeyCode back = isHorizontal ? KeyCode.LEFT : KeyCode.UP;
    KeyCode forth = isHorizontal ? KeyCode.RIGHT : KeyCode.DOWN;
    if (event.isControlDown() || event.isAltDown() || event.isMetaDown()) {
      return;
    }
    if (event.getCode() == back || event.getCode() == forth) {
      double step = event.isShiftDown() ? LARGE_STEP : STEP;
      double length = Math.max(1, isHorizontal ? pane.getWidth() : pane.getHeight());
      double share = (event.getCode() == back ? -step : step) / length;
      pane.setDividerPosition(0, Math.clamp(pane.getDividerPositions()[0] + share, 0, 1));
      event.consume();
    }
  }
}
