package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.util.Duration;

/// A region with a canvas that is drawn in every layout pass. Redrawing is requested, never done at
/// once, so that several changes within a frame cost one drawing. Belongs to the FX thread.
public abstract class CanvasRegion extends ColoredRegion {

  private static final Duration TIP_DELAY = Duration.millis(150);

  private final CrispCanvas canvas = new CrispCanvas(this);

  /// Inside the insets; NaN if the canvas fills the region.
  private final double fixedHeight;

  protected CanvasRegion(CanvasPalette palette) {
    super(palette);
    fixedHeight = Double.NaN;
    getChildren().add(canvas);
  }

  /// Creates a canvas of fixed height inside the insets. Its width is the available width in whole
  /// pixels.
  protected CanvasRegion(CanvasPalette palette, double height) {
    super(palette);
    fixedHeight = height;
    getChildren().add(canvas);
    setMinWidth(0);
  }

  /// Redraws when one of these values changes, for the lifetime of the view.
  protected final void redrawWith(ObservableValue<?>... values) {
    for (ObservableValue<?> value : values) {
      WeakSubscriptions.of(this).subscribe(value, _ -> redraw());
    }
  }

  /// Draws with more pixels than the screen has, for a magnified snapshot.
  ///
  /// @param factor canvas pixels per screen pixel
  public final void drawMagnified(double factor) {
    canvas.resolution = factor;
    redraw();
    layout();
  }

  /// Shows a tooltip for the mouse position.
  ///
  /// @param text returns the text for a mouse event
  protected final void installTooltip(double maxWidth, Function<MouseEvent, String> text) {
    Tooltip tip = Tips.of("");
    tip.setShowDelay(TIP_DELAY);
    tip.setMaxWidth(maxWidth);
    Tooltip.install(this, tip);
    setOnMouseMoved(event -> tip.setText(text.apply(event)));
  }

  /// Prepares for drawing: passes the available size to a model and lays out other children. May
  /// change the content, which is drawn afterwards.
  protected void arrange(double width, double height) {}

  /// Draws the content on the cleared canvas, with the font of the stylesheets.
  ///
  /// @param width of the canvas, in units of this region
  /// @param height of the canvas, in units of this region
  protected abstract void draw(GraphicsContext graphics, double width, double height);

  @Override
  protected final void layoutChildren() {
    boolean fills = Double.isNaN(fixedHeight);
    double left = fills ? 0 : snappedLeftInset();
    double top = fills ? 0 : snappedTopInset();
    double inner = Math.max(0, Math.floor(getWidth() - left - snappedRightInset()));
    double width = fills ? getWidth() : inner;
    double height = fills ? getHeight() : fixedHeight;
    arrange(width, height);
    GraphicsContext graphics = canvas.place(left, top, width, height);
    graphics.clearRect(0, 0, width, height);
    graphics.setFont(font());
    draw(graphics, width, height);
  }

  @Override
  protected double computePrefWidth(double height) {
    return Double.isNaN(fixedHeight) ? super.computePrefWidth(height) : 0;
  }

  @Override
  protected double computePrefHeight(double width) {
    return Double.isNaN(fixedHeight)
        ? super.computePrefHeight(width)
        : snappedTopInset() + fixedHeight + snappedBottomInset();
  }

  @Override
  protected double computeMinHeight(double width) {
    return Double.isNaN(fixedHeight) ? super.computeMinHeight(width) : computePrefHeight(width);
  }

  /// A canvas at the resolution of the screen, aligned to whole pixels; otherwise its content would
  /// be blurred. Painters use the units of the owner, and paint again after each layout of the
  /// owner.
  private static final class CrispCanvas extends Canvas {

    private final Region owner;
    private final Scale shrink = new Scale(1, 1);
    private double scale = 1;
    private double resolution = 1;

    public CrispCanvas(Region owner) {
      this.owner = owner;
      setManaged(false);
      setMouseTransparent(true);
      getTransforms().add(shrink);
      owner
          .localToSceneTransformProperty()
          .subscribe(
              transform -> {
                if (transform.getMxx() == scale) {
                  align();
                } else {
                  owner.requestLayout();
                }
              });
    }

    /// Sets the bounds of the canvas in the owner. A change of the size clears its content.
    ///
    /// @return draws in units of the owner, from the upper left corner of the canvas
    public GraphicsContext place(double x, double y, double width, double height) {
      scale = owner.getLocalToSceneTransform().getMxx();
      double pixels = scale * resolution;
      shrink.setX(1 / pixels);
      shrink.setY(1 / pixels);
      setWidth(Math.ceil(Math.max(0, width) * pixels));
      setHeight(Math.ceil(Math.max(0, height) * pixels));
      relocate(x, y);
      align();
      GraphicsContext graphics = getGraphicsContext2D();
      graphics.setTransform(pixels, 0, 0, pixels, 0, 0);
      return graphics;
    }

    private void align() {
      double output =
          owner.getScene() == null || owner.getScene().getWindow() == null
              ? 1
              : owner.getScene().getWindow().getOutputScaleX();
      Point2D corner = owner.localToScene(getLayoutX(), getLayoutY());
      setTranslateX(toWholePixel(corner.getX() * output) / (scale * output));
      setTranslateY(toWholePixel(corner.getY() * output) / (scale * output));
    }

    private static double toWholePixel(double position) {
      return Math.rint(position) - position;
    }
  }
}
