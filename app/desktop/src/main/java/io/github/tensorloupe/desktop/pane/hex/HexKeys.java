package io.github.tensorloupe.desktop.pane.hex;

import java.util.Optional;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Moves the caret and marks bytes as keys ask.
///
/// @param model that the keys reach
/// @param copy copies what is marked
record HexKeys(HexViewModel model, Runnable copy) {

  void press(KeyEvent event) {
    if (event.isAltDown()) {
      return;
    }
    Optional<HexMove> move = moveOf(event.getCode(), event.isShortcutDown());
    if (move.isPresent()) {
      event.consume();
      model.move(move.get(), event.isShiftDown());
    } else if (event.isShortcutDown() && !event.isShiftDown()) {
      pressShortcut(event);
    } else if (event.getCode() == KeyCode.ESCAPE && model.hasSelection()) {
      event.consume();
      model.select(HexPage.NOTHING);
    }
  }

  private void pressShortcut(KeyEvent event) {
    if (event.getCode() == KeyCode.A) {
      event.consume();
      model.selectAll();
    } else if (event.getCode() == KeyCode.C) {
      event.consume();
      copy.run();
    }
  }

  private static Optional<HexMove> moveOf(KeyCode key, boolean shortcut) {
    return Optional.ofNullable(
        switch (key) {
          case LEFT -> HexMove.LEFT;
          case RIGHT -> HexMove.RIGHT;
          case UP -> HexMove.UP;
          case DOWN -> HexMove.DOWN;
          case PAGE_UP -> HexMove.PAGE_UP;
          case PAGE_DOWN -> HexMove.PAGE_DOWN;
          case HOME -> shortcut ? HexMove.FILE_START : HexMove.ROW_START;
          case END -> shortcut ? HexMove.FILE_END : HexMove.ROW_END;
          default -> null;
        });
  }
}
