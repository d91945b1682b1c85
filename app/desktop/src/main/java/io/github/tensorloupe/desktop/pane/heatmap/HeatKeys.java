package io.github.tensorloupe.desktop.pane.heatmap;

import javafx.event.EventHandler;
import javafx.scene.input.KeyEvent;

/// What keys do in the picture.
///
/// @param model is told
record HeatKeys(HeatMapViewModel model) implements EventHandler<KeyEvent> {

  /// How far a key moves the picture, in pixels of the screen.
  private static final int STRIDE = 64;

  private static final int FAR = 16;

  @Override
  public void handle(KeyEvent event) {
    if (event.isShortcutDown() || event.isAltDown()) {
      return;
    }
    if (event.isShiftDown() ? pan(event) || zoom(event) : move(event) || zoom(event)) {
      event.consume();
    }
  }

  private boolean move(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> model.moveCursor(0, -1);
      case RIGHT -> model.moveCursor(0, 1);
      case UP -> model.moveCursor(-1, 0);
      case DOWN -> model.moveCursor(1, 0);
      case PAGE_UP -> model.moveCursor(-FAR, 0);
      case PAGE_DOWN -> model.moveCursor(FAR, 0);
      case HOME -> model.moveCursor(0, Integer.MIN_VALUE);
      case END -> model.moveCursor(0, Integer.MAX_VALUE);
      case ENTER, SPACE -> model.pickAtCursor();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean pan(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> model.pan(0, -STRIDE);
      case RIGHT -> model.pan(0, STRIDE);
      case UP -> model.pan(-STRIDE, 0);
      case DOWN -> model.pan(STRIDE, 0);
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Where `+` is typed with Shift, the key is that of `=`.
  private boolean zoom(KeyEvent event) {
    switch (event.getCode()) {
      case PLUS, EQUALS, ADD -> model.zoom(1);
      case MINUS, SUBTRACT -> model.zoom(-1);
      case DIGIT0, NUMPAD0 -> model.fit();
      case DIGIT1, NUMPAD1 -> model.showElementwise();
      default -> {
        return false;
      }
    }
    return true;
  }
}
