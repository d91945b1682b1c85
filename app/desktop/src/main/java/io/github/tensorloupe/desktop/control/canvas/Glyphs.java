package io.github.tensorloupe.desktop.control.canvas;

import module javafx.controls;

/// The metrics of a monospaced font, in pixels.
///
/// @param width the advance of a character
/// @param height the height of a line
/// @param ascent from the top of a line to its baseline
public record Glyphs(double width, double height, double ascent) {

  private static final int MEASURED = 100;

  public static Glyphs of(Font font) {
    Text sample = new Text("0".repeat(MEASURED));
    sample.setFont(font);
    Bounds bounds = sample.getLayoutBounds();
    return new Glyphs(bounds.getWidth() / MEASURED, bounds.getHeight(), -bounds.getMinY());
  }
}
