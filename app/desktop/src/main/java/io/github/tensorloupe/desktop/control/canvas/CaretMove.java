package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

import java.util.function.BiConsumer;

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

  /// Passes on the steps down and to the right that a cursor on a picture takes. To an end of a row
  /// they are as many as there can be.
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
