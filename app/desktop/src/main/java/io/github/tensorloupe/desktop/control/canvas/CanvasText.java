package io.github.tensorloupe.desktop.control.canvas;

import module javafx.controls;

/// Writes on a canvas that may be enlarged. Without a graphics card JavaFX draws each letter of
/// enlarged text as a shape, which makes a page of bytes take half a second: here the font is
/// enlarged instead.
public final class CanvasText {

  private final GraphicsContext graphics;
  private final double scale;

  /// @param graphics as [CanvasRegion] gives it; from now on its font is for this text only
  public CanvasText(GraphicsContext graphics) {
    this.graphics = graphics;
    scale = graphics.getTransform().getMxx();
    if (scale != 1) {
      Font font = graphics.getFont();
      graphics.setFont(new Font(font.getName(), font.getSize() * scale));
    }
  }

  /// Writes with the fill, alignment and baseline of the canvas.
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
