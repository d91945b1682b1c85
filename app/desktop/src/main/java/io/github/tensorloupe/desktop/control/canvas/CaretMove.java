package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

/// A move of the caret that a navigation key asks for.
public enum CaretMove {
  LEFT,
  RIGHT,
  UP,
  DOWN,
  PAGE_UP,
  PAGE_DOWN,
  PAGE_LEFT,
  PAGE_RIGHT,
  ROW_START,
  ROW_END,
  FIRST,
  LAST;

  /// The move of a key; empty for other keys.
  public static Optional<CaretMove> of(KeyEvent event) {
    boolean shortcut = event.isShortcutDown();
    boolean alt = event.isAltDown();
    return Optional.ofNullable(
        switch (event.getCode()) {
          case LEFT -> LEFT;
          case RIGHT -> RIGHT;
          case UP -> UP;
          case DOWN -> DOWN;
          case PAGE_UP -> alt ? PAGE_LEFT : PAGE_UP;
          case PAGE_DOWN -> alt ? PAGE_RIGHT : PAGE_DOWN;
          case HOME -> shortcut ? FIRST : ROW_START;
          case END -> shortcut ? LAST : ROW_END;
          default -> null;
        });
  }
}
