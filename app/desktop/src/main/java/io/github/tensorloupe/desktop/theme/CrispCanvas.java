package io.github.tensorloupe.desktop.theme;

import module javafx.controls;

/// A canvas that has as many pixels as the scene shows it with, and stands on whole ones: one that
/// is enlarged or shifted after it was drawn is blurred. Whoever draws does so in units of the
/// owner, and again whenever the owner is laid out.
public final class CrispCanvas extends Canvas {

  private final Region owner;
  private final Scale shrink = new Scale(1, 1);
  private double scale = 1;

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

  /// Gives the canvas its place in the owner. What was drawn is gone if its size changes.
  ///
  /// @return draws in units of the owner, from the upper left corner of this place
  public GraphicsContext place(double x, double y, double width, double height) {
    scale = owner.getLocalToSceneTransform().getMxx();
    shrink.setX(1 / scale);
    shrink.setY(1 / scale);
    setWidth(Math.ceil(Math.max(0, width) * scale));
    setHeight(Math.ceil(Math.max(0, height) * scale));
    relocate(x, y);
    align();
    GraphicsContext graphics = getGraphicsContext2D();
    graphics.setTransform(scale, 0, 0, scale, 0, 0);
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
