package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.theme.CrispCanvas;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.util.Duration;

/// A region with a canvas that is drawn with every layout. Redrawing is requested, never done at
/// once, so that several changes within a frame cost one drawing. Belongs to the FX thread.
public abstract class CanvasRegion extends ColoredRegion {

  private static final Duration TIP_DELAY = Duration.millis(150);

  private final CrispCanvas canvas = new CrispCanvas(this);
  private final OptionalDouble fixedHeight;

  protected CanvasRegion(CanvasPalette palette) {
    this(palette, OptionalDouble.empty());
  }

  /// A canvas of a height inside the insets, as wide as there is room, in whole pixels.
  protected CanvasRegion(CanvasPalette palette, double height) {
    this(palette, OptionalDouble.of(height));
    setMinWidth(0);
  }

  private CanvasRegion(CanvasPalette palette, OptionalDouble fixedHeight) {
    super(palette);
    this.fixedHeight = fixedHeight;
    getChildren().add(canvas);
  }

  private Rectangle2D canvasArea() {
    double width = Math.floor(getWidth() - snappedLeftInset() - snappedRightInset());
    return fixedHeight.isEmpty()
        ? new Rectangle2D(0, 0, getWidth(), getHeight())
        : new Rectangle2D(
            snappedLeftInset(), snappedTopInset(), Math.max(0, width), fixedHeight.getAsDouble());
  }

  /// Redraws when one of these values changes, for as long as the region is shown.
  protected final void redrawWith(ObservableValue<?>... values) {
    for (ObservableValue<?> value : values) {
      Following.of(this).subscribe(value, _ -> redraw());
    }
  }

  /// Tells in a tool tip what the mouse is over.
  ///
  /// @param text for a move of the mouse
  protected final void tellUnderMouse(double maxWidth, Function<MouseEvent, String> text) {
    Tooltip tip = Tips.of("");
    tip.setShowDelay(TIP_DELAY);
    tip.setMaxWidth(maxWidth);
    Tooltip.install(this, tip);
    setOnMouseMoved(event -> tip.setText(text.apply(event)));
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

  @Override
  protected double computePrefWidth(double height) {
    return fixedHeight.isPresent() ? 0 : super.computePrefWidth(height);
  }

  @Override
  protected double computePrefHeight(double width) {
    return fixedHeight.isPresent()
        ? snappedTopInset() + fixedHeight.getAsDouble() + snappedBottomInset()
        : super.computePrefHeight(width);
  }

  @Override
  protected double computeMinHeight(double width) {
    return fixedHeight.isPresent() ? computePrefHeight(width) : super.computeMinHeight(width);
  }
}
