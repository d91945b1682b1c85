package io.github.tensorloupe.desktop.shell;

import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Lets the Tab key go on from fields of many lines as from everything else; they would keep it,
/// and whoever has no mouse would be stuck there. With Ctrl it types a tab.
final class TabKeys {

  private TabKeys() {}

  /// Does so for all fields inside.
  static void install(Node root) {
    root.addEventFilter(KeyEvent.KEY_PRESSED, TabKeys::press);
  }

  private static void press(KeyEvent event) {
    boolean plain = !event.isShiftDown() && !event.isAltDown() && !event.isMetaDown();
    if (event.getCode() != KeyCode.TAB || !plain || !(event.getTarget() instanceof TextArea area)) {
      return;
    }
    event.consume();
    if (!event.isControlDown()) {
      area.requestFocusTraversal(TraversalDirection.NEXT);
    } else if (area.isEditable()) {
      area.replaceSelection("\t");
    }
  }
}
