package io.github.tensorloupe.desktop.pane.values;

import java.util.Optional;
import javafx.scene.input.KeyEvent;

/// Which keys move the cursor.
final class GridKeys {

  private GridKeys() {}

  /// Where a key moves the cursor to, if it is such a key.
  static Optional<GridMove> moveOf(KeyEvent event) {
    boolean shortcut = event.isShortcutDown();
    boolean alt = event.isAltDown();
    GridMove move =
        switch (event.getCode()) {
          case LEFT -> GridMove.LEFT;
          case RIGHT -> GridMove.RIGHT;
          case UP -> GridMove.UP;
          case DOWN -> GridMove.DOWN;
          case PAGE_UP -> alt ? GridMove.PAGE_LEFT : GridMove.PAGE_UP;
          case PAGE_DOWN -> alt ? GridMove.PAGE_RIGHT : GridMove.PAGE_DOWN;
          case HOME -> shortcut ? GridMove.FIRST_CELL : GridMove.ROW_START;
          case END -> shortcut ? GridMove.LAST_CELL : GridMove.ROW_END;
          default -> null;
        };
    boolean arrow = event.getCode().isArrowKey();
    return Optional.ofNullable(move).filter(_ -> !arrow || !alt && !shortcut);
  }
}
