package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.HeatFrame;
import io.github.tensorloupe.analysis.heatmap.HeatFrame.Axis;
import io.github.tensorloupe.analysis.heatmap.HeatPicture;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.export.HeatPalette;
import io.github.tensorloupe.export.HeatScale;
import javafx.scene.control.Label;

/// Explains the colors, and counts the pixels that hold what is not finite.
final class HeatLegend extends FlowPane {

  private static final int STOPS = 33;

  private final Messages messages;
  private final Label low = label("heatmap-low");
  private final Region gradient = new Region();
  private final Label high = label("heatmap-high");
  private final Label nan = label("heatmap-nan");
  private final Label infinite = label("heatmap-infinite");
  private final Label size = label("heatmap-size");
  private final Label preview = label("heatmap-preview");

  HeatLegend(Messages messages) {
    this.messages = messages;
    setId("heatmap-legend");
    getStyleClass().add("heatmap-legend");
    gradient.getStyleClass().add("heatmap-gradient");
    nan.setGraphic(swatch("heatmap-nan-swatch"));
    infinite.setGraphic(swatch("heatmap-infinite-swatch"));
    preview.getStyleClass().setAll("label", "badge", "badge-warning");
    preview.setText(messages.text("heatmap.preview"));
    HBox scale = new HBox(6, low, gradient, high);
    scale.setAlignment(Pos.CENTER_LEFT);
    Tips.explain(scale, messages.text("heatmap.scale.tip"));
    Tips.explain(nan, messages.text("heatmap.count.nan.tip"));
    Tips.explain(infinite, messages.text("heatmap.count.infinite.tip"));
    Tips.explain(size, messages.text("heatmap.size.tip"));
    Tips.explain(preview, messages.text("heatmap.preview.tip"));
    getChildren().addAll(scale, nan, infinite, size, preview);
  }

  private static Region swatch(String styleClass) {
    Region swatch = new Region();
    swatch.getStyleClass().addAll("heatmap-swatch", styleClass);
    return swatch;
  }

  private static Label label(String id) {
    Label label = new Label();
    label.setId(id);
    label.getStyleClass().add("caption");
    label.setMinWidth(USE_PREF_SIZE);
    return label;
  }

  void show(Optional<HeatPicture> picture, HeatPalette palette) {
    setVisible(picture.isPresent());
    picture.ifPresent(shown -> show(shown, palette));
  }

  private void show(HeatPicture picture, HeatPalette palette) {
    HeatScale scale = new HeatScale(palette, picture.signed(), picture.limit());
    low.setText(Figures.value(scale.low()));
    high.setText(Figures.value(scale.limit()));
    gradient.setBackground(Background.fill(gradient(scale)));
    count(nan, picture.nanCount(), "heatmap.count.nan");
    count(infinite, picture.infiniteCount(), "heatmap.count.infinite");
    size.setText(sizeText(picture.frame()));
    PanelParts.setShown(preview, !picture.complete());
  }

  private static LinearGradient gradient(HeatScale scale) {
    List<Stop> stops = new ArrayList<>();
    for (int i = 0; i < STOPS; i++) {
      double position = i / (STOPS - 1.0);
      int argb = scale.color(scale.low() + position * (scale.limit() - scale.low()));
      stops.add(new Stop(position, Color.rgb(argb >>> 16 & 0xff, argb >>> 8 & 0xff, argb & 0xff)));
    }
    return new LinearGradient(0, 0, 1, 0, true, CycleMethod.NO_CYCLE, stops);
  }

  private void count(Label label, long count, String key) {
    label.setText(messages.text(count == 1 ? key + ".one" : key, Figures.count(count)));
    PanelParts.setShown(label, count > 0);
  }

  private String sizeText(HeatFrame frame) {
    Axis rows = frame.rows();
    Axis columns = frame.columns();
    return frame.grid().isElementwise()
        ? messages.text(
            "heatmap.size.magnified",
            Figures.count(columns.magnified()),
            Figures.count(rows.magnified()))
        : messages.text(
            "heatmap.size.pooled", Figures.count(rows.pooled()), Figures.count(columns.pooled()));
  }
}
