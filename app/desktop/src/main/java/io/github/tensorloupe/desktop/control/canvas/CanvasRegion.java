package io.github.tensorloupe.desktop.control.canvas;

import module javafx.controls;

import io.github.tensorloupe.desktop.theme.CrispCanvas;

/// A region with a canvas that is drawn with every layout. Redrawing is requested, never done at
/// once, so that several changes within a frame cost one drawing. Belongs to the FX thread.
public abstract class CanvasRegion extends ColoredRegion {

  private final CrispCanvas canvas = new CrispCanvas(this);

  protected CanvasRegion(CanvasPalette palette) {
    super(palette);
    getChildren().add(canvas);
  }

  /// The part of the region that the canvas takes; all of it by default.
  protected Rectangle2D canvasArea() {
    return new Rectangle2D(0, 0, getWidth(), getHeight());
  }

  /// The part inside the insets, in whole pixels and with a fixed height.
  protected final Rectangle2D areaInsideInsets(double height) {
    double width = Math.floor(getWidth() - snappedLeftInset() - snappedRightInset());
    return new Rectangle2D(snappedLeftInset(), snappedTopInset(), Math.max(0, width), height);
  }

  /// Prepares for drawing: tells a model how much room there is and arranges other children. May
  /// change the content, which is drawn afterwards.
  protected void arrange(double width, double height) {}

  /// Draws the content on the cleared canvas, with the font of the style sheets.
  ///
  /// @param width of the canvas, in units of this region
  /// @param height of the canvas, in units of this region
  protected abstract void draw(GraphicsContext graphics, double width, double height);

  @Override
  protected final void layoutChildren() {
    Rectangle2D area = canvasArea();
    arrange(area.getWidth(), area.getHeight());
    GraphicsContext graphics =
        canvas.place(area.getMinX(), area.getMinY(), area.getWidth(), area.getHeight());
    graphics.clearRect(0, 0, area.getWidth(), area.getHeight());
    graphics.setFont(font());
    draw(graphics, area.getWidth(), area.getHeight());
  }
}
