package io.github.tensorloupe.desktop.pane.hex;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;

/// Draws the caret.
///
/// @param color of the caret
/// @param filled whether keys reach the pane; else it is a frame only
record CaretFrame(GraphicsContext graphics, Color color, boolean filled) {

  private static final double ROUNDING = 4;

  void paint(double left, double right, double top, double height) {
    if (filled) {
      graphics.setFill(color);
      graphics.fillRoundRect(left, top, right - left, height, ROUNDING, ROUNDING);
    } else {
      graphics.setStroke(color);
      graphics.strokeRoundRect(
          Math.floor(left) + 0.5,
          top + 0.5,
          Math.ceil(right - left) - 1,
          height - 1,
          ROUNDING,
          ROUNDING);
    }
  }
}
