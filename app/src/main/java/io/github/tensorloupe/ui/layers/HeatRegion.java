package io.github.tensorloupe.ui.layers;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.transform.Scale;

/// A region that draws itself with [HeatColors].
abstract class HeatRegion extends Region {

  private final HeatColors colors = new HeatColors(this);
  private final Canvas canvas = new Canvas();

  HeatRegion() {
    canvas.setMouseTransparent(true);
    getChildren().add(canvas);
    colors.onChange(() -> setNeedsLayout(true));
  }

  final HeatColors colors() {
    return colors;
  }

  /// Gives the canvas as many pixels as the scene shows it with, because a canvas that is enlarged
  /// after it was drawn is blurred, and clears it.
  final GraphicsContext freshCanvas() {
    double scale = Math.max(1, Math.ceil(getLocalToSceneTransform().getMxx()));
    canvas.setWidth(getWidth() * scale);
    canvas.setHeight(getHeight() * scale);
    canvas.getTransforms().setAll(new Scale(1 / scale, 1 / scale));
    GraphicsContext graphics = canvas.getGraphicsContext2D();
    graphics.setTransform(scale, 0, 0, scale, 0, 0);
    graphics.clearRect(0, 0, getWidth(), getHeight());
    graphics.setFont(colors.font());
    return graphics;
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return HeatColors.cssMetaData();
  }
}
