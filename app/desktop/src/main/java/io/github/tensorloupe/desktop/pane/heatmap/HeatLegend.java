package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.Plot.Ink;
import io.github.tensorloupe.desktop.control.plot.Plot.Tick;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapViewport.Axis;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.export.HeatPalette;
import io.github.tensorloupe.export.HeatScale;
import javafx.scene.control.Label;

/// Explains the colors, and counts the pixels with values that are not finite.
final class HeatLegend extends FlowPane {

  private final Messages messages;
  private final Label low = label("heatmap-low");
  private final Label unit = label("heatmap-unit");
  private final ColorBar bar;
  private double tallest;
  private double widthOfTallest = -1;
  private final Label high = label("heatmap-high");
  private final Label nan = label("heatmap-nan");
  private final Label infinite = label("heatmap-infinite");
  private final Label size = label("heatmap-size");
  private final Label preview = label("heatmap-preview");

  HeatLegend(Messages messages) {
    this.messages = messages;
    PanelParts.named(this, "heatmap-legend", "heatmap-legend");
    bar = new ColorBar(messages);
    nan.setGraphic(new Region());
    nan.getGraphic().getStyleClass().addAll("heatmap-swatch", "heatmap-nan-swatch");
    infinite.setGraphic(new Region());
    infinite.getGraphic().getStyleClass().addAll("heatmap-swatch", "heatmap-infinite-swatch");
    preview.getStyleClass().setAll("label", "badge", "badge-warning");
    preview.setText(messages.text("heatmap.preview"));
    HBox scale = new HBox(6, unit, low, bar, high);
    scale.setAlignment(Pos.TOP_LEFT);
    // Next to other panes, there may be less space than preferred.
    setMinWidth(0);
    scale.maxWidthProperty().bind(widthProperty());
    unit.setMinWidth(0);
    Tips.explain(scale, messages.text("heatmap.scale.tip"));
    Tips.explain(nan, messages.text("heatmap.count.nan.tip"));
    Tips.explain(infinite, messages.text("heatmap.count.infinite.tip"));
    Tips.explain(size, messages.text("heatmap.size.tip"));
    Tips.explain(preview, messages.text("heatmap.preview.tip"));
    getChildren().addAll(scale, nan, infinite, size, preview);
  }

  private static Label label(String id) {
    Label label = PanelParts.named(new Label(), id, "caption");
    label.setMinWidth(USE_PREF_SIZE);
    return label;
  }

  /// @param slice the slice shown in the picture
  void show(
      Optional<HeatPicture> picture, TensorSlice slice, Pooling pooling, HeatPalette palette) {
    picture.ifPresent(shown -> show(shown, slice, pooling, palette));
  }

  private void show(HeatPicture picture, TensorSlice slice, Pooling pooling, HeatPalette palette) {
    boolean isComplex = slice.type().partsPerElement() > 1;
    String each = messages.text(isComplex ? "heatmap.unit.magnitude" : "heatmap.unit.value");
    unit.setText(
        picture.frame().grid().isElementwise()
            ? each
            : messages.text("heatmap.pooling." + Messages.word(pooling)));
    HeatScale scale = new HeatScale(palette, picture.signed(), picture.limit());
    low.setText(messages.value(scale.low()));
    high.setText(messages.value(scale.limit()));
    bar.show(scale);
    count(nan, picture.nanCount(), "heatmap.count.nan");
    count(infinite, picture.infiniteCount(), "heatmap.count.infinite");
    size.setText(sizeText(picture.frame().rows(), picture.frame().columns()));
    PanelParts.setShown(preview, !picture.complete());
  }

  /// Never shrinks at the same width: a smaller picture has a shorter legend, which would enlarge
  /// the picture again in an endless loop.
  @Override
  protected double computePrefHeight(double width) {
    double height = super.computePrefHeight(width);
    tallest = width == widthOfTallest ? Math.max(tallest, height) : height;
    widthOfTallest = width;
    return tallest;
  }

  private void count(Label label, long count, String key) {
    label.setText(messages.text(count == 1 ? key + ".one" : key, messages.count(count)));
    PanelParts.setShown(label, count > 0);
  }

  private String sizeText(Axis rows, Axis columns) {
    return rows.pooled() == 1 && columns.pooled() == 1
        ? sizeText("heatmap.size.magnified", columns.magnified(), rows.magnified())
        : sizeText("heatmap.size.pooled", rows.pooled(), columns.pooled());
  }

  private String sizeText(String key, long first, long second) {
    return messages.text(key, messages.count(first), messages.count(second));
  }

  private static final class ColorBar extends CanvasRegion {

    private static final double BAR = 12;
    private static final double HEIGHT = BAR + Plot.TICK + 13;
    private static final int MAX_TICKS = 4;

    private final Messages messages;
    private Optional<HeatScale> scale = Optional.empty();

    ColorBar(Messages messages) {
      super(HeatAxes.PALETTE, HEIGHT);
      this.messages = messages;
      getStyleClass().addAll("heatmap-axis", "heatmap-bar");
    }

    void show(HeatScale shown) {
      scale = Optional.of(shown);
      redraw();
    }

    @Override
    protected void draw(GraphicsContext graphics, double width, double height) {
      scale.ifPresent(shown -> draw(graphics, width, shown));
    }

    private void draw(GraphicsContext graphics, double width, HeatScale shown) {
      double length = shown.limit() - shown.low();
      for (int x = 0; x < width; x++) {
        int argb = shown.color(shown.low() + (x + 0.5) / width * length);
        graphics.setFill(Color.rgb(argb >>> 16 & 0xff, argb >>> 8 & 0xff, argb & 0xff));
        graphics.fillRect(x, 0, 1, BAR);
      }
      graphics.setStroke(color(Ink.LINE));
      graphics.strokeRect(0.5, 0.5, width - 1, BAR - 1);
      Plot plot = new Plot.OnCanvas(this, graphics);
      PlotArea area = new PlotArea(0, 0, width - 1, BAR, plot.pixel(), 1);
      List<BigDecimal> ticks = AxisTicks.between(shown.low(), shown.limit(), MAX_TICKS, false);
      List<Tick> labels =
          Tick.of(
              ticks,
              value -> area.x((value - shown.low()) / length),
              tick -> messages.localized(AxisTicks.text(tick)));
      plot.bottomAxis(area, labels, 0, width);
    }
  }
}
