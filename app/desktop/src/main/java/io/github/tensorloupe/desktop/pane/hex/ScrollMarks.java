package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.theme.CrispCanvas;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import javafx.beans.Observable;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;

/// Marks along a scroll bar. They take no mouse.
final class ScrollMarks extends Region {

  private static final StyleablePropertyFactory<ScrollMarks> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());
  private static final double MARK_HEIGHT = 2;
  private static final double INSET = 2;

  private final CrispCanvas canvas = new CrispCanvas(this);
  private final StyleableProperty<Color> color =
      FACTORY.createStyleableColorProperty(this, "mark", "-tl-mark", marks -> marks.color);
  private double[] fractions = {};

  ScrollMarks() {
    setId("hex-marks");
    getStyleClass().add("hex-marks");
    setMouseTransparent(true);
    getChildren().add(canvas);
    ((Observable) color).addListener(_ -> requestLayout());
  }

  /// Shows marks in place of those before.
  ///
  /// @param places from 0 for the first byte to 1 for the end
  void show(double[] places) {
    fractions = places.clone();
    setNeedsLayout(true);
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
  protected void layoutChildren() {
    GraphicsContext graphics = canvas.place(0, 0, getWidth(), getHeight());
    graphics.clearRect(0, 0, getWidth(), getHeight());
    graphics.setFill(Objects.requireNonNullElse(color.getValue(), Color.GRAY));
    rows(fractions, getHeight()).stream()
        .forEach(row -> graphics.fillRect(INSET, row, getWidth() - 2 * INSET, MARK_HEIGHT));
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return FACTORY.getCssMetaData();
  }
}
