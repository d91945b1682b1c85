package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

import java.util.function.BiConsumer;

/// A caret move requested by a navigation key.
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

  /// Returns the move for a key event, or empty for other keys.
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

  /// Passes the number of rows and columns to move a cursor in a picture. For the ends of a row,
  /// the number of columns is the minimum or maximum integer.
  ///
  /// @param page the rows of a page
  public void step(int page, BiConsumer<Integer, Integer> move) {
    switch (this) {
      case LEFT, PAGE_LEFT -> move.accept(0, -1);
      case RIGHT, PAGE_RIGHT -> move.accept(0, 1);
      case UP -> move.accept(-1, 0);
      case DOWN -> move.accept(1, 0);
      case PAGE_UP -> move.accept(-page, 0);
      case PAGE_DOWN -> move.accept(page, 0);
      case ROW_START, FIRST -> move.accept(0, Integer.MIN_VALUE);
      case ROW_END, LAST -> move.accept(0, Integer.MAX_VALUE);
    }
  }
}
