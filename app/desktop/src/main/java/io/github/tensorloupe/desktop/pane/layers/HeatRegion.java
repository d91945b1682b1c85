package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.desktop.theme.CrispCanvas;
import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;

/// A region that draws itself with [HeatColors].
abstract class HeatRegion extends Region {

  private final HeatColors colors = new HeatColors(this);
  private final CrispCanvas canvas = new CrispCanvas(this);

  HeatRegion() {
    getChildren().add(canvas);
    colors.onChange(() -> setNeedsLayout(true));
  }

  final HeatColors colors() {
    return colors;
  }

  /// Gives the canvas all of the room, and clears it.
  final GraphicsContext freshCanvas() {
    GraphicsContext graphics = canvas.place(0, 0, getWidth(), getHeight());
    graphics.clearRect(0, 0, getWidth(), getHeight());
    graphics.setFont(colors.font());
    return graphics;
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return HeatColors.cssMetaData();
  }
}
