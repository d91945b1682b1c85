package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.analysis.layers.StackStatistic.Cell;
import io.github.tensorloupe.analysis.layers.StackStatistic.Cell.Kind;
import io.github.tensorloupe.analysis.layers.StatisticScale;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.layers.LayerMapPainter.CellPainter;
import io.github.tensorloupe.desktop.pane.layers.LayerMapPainter.LayerColor;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.CellText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// Explains the colors and marks of the map.
final class LayerMapLegend extends FlowPane {

  private static final double SWATCH = 14;
  private static final double BAR_WIDTH = 120;
  private static final double BAR_STEP = 2;
  private static final StatisticScale NO_SCALE = new StatisticScale(Spread.LINEAR, 0, 0);

  private final Swatch gradient = new Swatch(BAR_WIDTH);
  private final Label low = label("layers-legend-low");
  private final Label high = label("layers-legend-high");
  private final HBox scale = new HBox(6, low, gradient, high);
  private final Node zero;
  private final Node unknown;
  private final Node notFinite;
  private final Node standsOut;
  private final CellText words;

  LayerMapLegend(Messages messages) {
    words = new CellText(messages);
    setId("layers-legend");
    getStyleClass().add("layers-legend");
    scale.setAlignment(Pos.CENTER_LEFT);
    Tips.explain(scale, messages.text("layers.legend.scale.tip"));
    zero = entry(new Cell(Kind.ZERO, 0, false, false), "layers.legend.zero", messages);
    unknown = entry(new Cell(Kind.UNKNOWN, 0, false, false), "layers.legend.unknown", messages);
    notFinite = entry(new Cell(Kind.ZERO, 0, true, false), "layers.legend.not-finite", messages);
    standsOut = entry(new Cell(Kind.ZERO, 0, false, true), "layers.legend.outlier", messages);
    getChildren().addAll(scale, zero, unknown, notFinite, standsOut);
  }

  private static Label label(String id) {
    Label label = new Label();
    label.setId(id);
    label.getStyleClass().add("caption");
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  private static Node entry(Cell cell, String key, Messages messages) {
    Swatch swatch = new Swatch(SWATCH);
    swatch.show(
        (graphics, box) -> {
          CellPainter painter = new CellPainter(graphics, swatch);
          painter.paint(cell, NO_SCALE, box);
          painter.mark(cell, box);
        });
    swatch.setMinSize(SWATCH, SWATCH);
    Label label = new Label(messages.text(key));
    label.getStyleClass().add("caption");
    label.setMinWidth(Region.USE_PREF_SIZE);
    HBox entry = new HBox(5, swatch, label);
    entry.setAlignment(Pos.CENTER_LEFT);
    entry.getStyleClass().add("layers-legend-entry");
    Tips.explain(entry, messages.text(key + ".tip"));
    return entry;
  }

  /// Explains a map.
  ///
  /// @param onlyScale true if room is short
  void show(StackStatistic map, boolean onlyScale) {
    StatisticScale shown = map.scale();
    gradient.show((graphics, box) -> paintGradient(graphics, box.getWidth(), shown));
    low.setText(words.shortValue(map.statistic(), shown.low()));
    high.setText(words.shortValue(map.statistic(), shown.high()));
    boolean anyValue = map.knownCount() > 0;
    PanelParts.setShown(scale, anyValue);
    PanelParts.setShown(low, !shown.isPoint());
    PanelParts.setShown(zero, !onlyScale && anyValue && map.hasZeros());
    PanelParts.setShown(unknown, !onlyScale && map.missingCount() > 0);
    PanelParts.setShown(notFinite, !onlyScale && map.hasNotFinite());
    PanelParts.setShown(standsOut, !onlyScale && !map.outliers().isEmpty());
  }

  private void paintGradient(GraphicsContext graphics, double width, StatisticScale shown) {
    for (double x = 0; x < width; x += BAR_STEP) {
      double position = shown.isPoint() ? 0.5 : (x + BAR_STEP / 2) / width;
      graphics.setFill(CellPainter.colorAt(gradient, shown, Math.min(1, position)));
      graphics.fillRect(x, 0, Math.min(BAR_STEP, width - x), SWATCH);
    }
  }

  /// A small drawing in the colors of the map.
  private static final class Swatch extends CanvasRegion {

    private BiConsumer<GraphicsContext, Rectangle2D> drawing = (_, _) -> {};

    Swatch(double width) {
      super(LayerColor.PALETTE);
      getStyleClass().add("heat");
      setPrefSize(width, SWATCH);
    }

    void show(BiConsumer<GraphicsContext, Rectangle2D> shown) {
      drawing = shown;
      redraw();
    }

    @Override
    protected void draw(GraphicsContext graphics, double width, double height) {
      drawing.accept(graphics, new Rectangle2D(0, 0, width, height));
    }
  }
}
