package io.github.tensorloupe.desktop.control.canvas;

import module javafx.controls;

/// Draws text on a canvas that may be scaled. Without a graphics card, JavaFX draws each letter of
/// scaled text as a shape, so that a page of bytes takes half a second. Therefore the font is
/// enlarged instead.
public final class CanvasText {

  private final GraphicsContext graphics;
  private final double scale;

  /// @param graphics the context from [CanvasRegion]; from now on, its font is for this text only
  public CanvasText(GraphicsContext graphics) {
    this.graphics = graphics;
    scale = graphics.getTransform().getMxx();
    if (scale != 1) {
      Font font = graphics.getFont();
      graphics.setFont(new Font(font.getName(), font.getSize() * scale));
    }
  }

  /// Draws text with the fill, alignment and baseline of the canvas.
  ///
  /// @param x in units of the region
  /// @param y in units of the region
  public void write(String text, double x, double y) {
    if (scale == 1) {
      graphics.fillText(text, x, y);
      return;
    }
    graphics.setTransform(1, 0, 0, 1, 0, 0);
    graphics.fillText(text, x * scale, y * scale);
    graphics.setTransform(scale, 0, 0, scale, 0, 0);
  }
}
