package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;

/// Marks along a scroll bar, transparent to the mouse.
final class ScrollMarks extends CanvasRegion {

  private static final String MARK = "mark";
  private static final CanvasPalette PALETTE = CanvasPalette.of("-tl-", List.of(MARK));
  private static final double MARK_HEIGHT = 2;
  private static final double INSET = 2;

  private double[] fractions = {};

  ScrollMarks() {
    super(PALETTE);
    setId("hex-marks");
    getStyleClass().add("hex-marks");
    setMouseTransparent(true);
  }

  /// Shows marks in place of those before.
  ///
  /// @param places from 0 for the first byte to 1 for the end
  void show(double[] places) {
    fractions = places.clone();
    redraw();
  }

  /// The rows of pixels that have a mark, from the top.
  ///
  /// @param height of everything, in pixels
  static BitSet rows(double[] fractions, double height) {
    BitSet rows = new BitSet();
    double room = height - MARK_HEIGHT;
    for (double fraction : fractions) {
      if (room >= 0) {
        rows.set((int) Math.round(Math.clamp(fraction, 0.0, 1.0) * room));
      }
    }
    return rows;
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    graphics.setFill(color(MARK));
    rows(fractions, height).stream()
        .forEach(row -> graphics.fillRect(INSET, row, width - 2 * INSET, MARK_HEIGHT));
  }
}
