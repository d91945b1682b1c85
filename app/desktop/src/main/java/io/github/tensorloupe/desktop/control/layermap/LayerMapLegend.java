package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.layermap.LayerMapPainter.CellPainter;
import io.github.tensorloupe.desktop.control.layermap.LayerMapPainter.LayerColor;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell.Kind;
import io.github.tensorloupe.desktop.control.layermap.StatisticScale.Spread;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// The legend of the colors and marks of the map.
public final class LayerMapLegend extends FlowPane {

  private static final double SWATCH = 14;
  private static final double BAR_WIDTH = 120;
  private static final double BAR_STEP = 2;
  private static final StatisticScale NO_SCALE = new StatisticScale(Spread.LINEAR, 0, 0);

  private final Swatch gradient =
      new Swatch(BAR_WIDTH) {
        @Override
        protected void draw(GraphicsContext graphics, double width, double height) {
          for (double x = 0; x < width; x += BAR_STEP) {
            double position = shown.isPoint() ? 0.5 : (x + BAR_STEP / 2) / width;
            graphics.setFill(CellPainter.colorAt(this, shown, Math.min(1, position)));
            graphics.fillRect(x, 0, Math.min(BAR_STEP, width - x), SWATCH);
          }
        }
      };
  private final Label low = PanelParts.named(PanelParts.uncut("", "caption"), "layers-legend-low");
  private final Label high =
      PanelParts.named(PanelParts.uncut("", "caption"), "layers-legend-high");
  private final HBox scale = new HBox(6, low, gradient, high);
  private final Label eachRole;
  private final Node zero;
  private final Node unknown;
  private final Node notFinite;
  private final Node outlierEntry;

  /// Empty if the message bundle has no text for it.
  private final Optional<Node> noNumber;

  private StatisticScale shown = NO_SCALE;

  /// @param keys prefix of the message keys of the marks
  public LayerMapLegend(String keys, Messages messages) {
    PanelParts.named(this, "layers-legend", "layers-legend");
    scale.setAlignment(Pos.CENTER_LEFT);
    eachRole =
        PanelParts.named(
            PanelParts.uncut(messages.text("layers.legend.each-role"), "caption"),
            "layers-legend-each-role");
    scale.getChildren().add(eachRole);
    Tips.explain(scale, messages.text(keys + "scale.tip"));
    Tips.explain(eachRole, messages.text("layers.legend.each-role.tip"));
    zero = entry(new Cell(Kind.ZERO, 0, false, false), keys + "zero", messages);
    unknown = entry(new Cell(Kind.UNKNOWN, 0, false, false), keys + "unknown", messages);
    notFinite = entry(new Cell(Kind.ZERO, 0, true, false), keys + "not-finite", messages);
    outlierEntry = entry(new Cell(Kind.ZERO, 0, false, true), keys + "outlier", messages);
    getChildren().addAll(scale, zero, unknown, notFinite, outlierEntry);
    String noNumberKey = keys + "no-number";
    noNumber =
        messages
            .find(noNumberKey)
            .map(_ -> entry(new Cell(Kind.NO_NUMBER, 0, false, false), noNumberKey, messages));
    noNumber.ifPresent(getChildren()::add);
  }

  private static Node entry(Cell cell, String key, Messages messages) {
    Swatch swatch =
        new Swatch(SWATCH) {
          @Override
          protected void draw(GraphicsContext graphics, double width, double height) {
            CellPainter painter = new CellPainter(graphics, this);
            Rectangle2D box = new Rectangle2D(0, 0, width, height);
            painter.paint(cell, NO_SCALE, box);
            painter.mark(cell, box);
          }
        };
    swatch.setMinSize(SWATCH, SWATCH);
    HBox entry = PanelParts.row(5, swatch, PanelParts.uncut(messages.text(key), "caption"));
    entry.getStyleClass().add("layers-legend-entry");
    Tips.explain(entry, messages.text(key + ".tip"));
    return entry;
  }

  /// @param onlyScale true if there is little space
  /// @param text formats a value of the statistic
  public void show(StackStatistic map, boolean onlyScale, DoubleFunction<String> text) {
    shown = map.sharedScale().orElseGet(() -> new StatisticScale(map.spread(), 0, 1));
    gradient.requestLayout();
    low.setText(text.apply(shown.low()));
    high.setText(text.apply(shown.high()));
    boolean anyValue = map.knownCount() > 0;
    PanelParts.setShown(scale, anyValue);
    boolean isShared = map.sharedScale().isPresent();
    PanelParts.setShown(low, isShared && !shown.isPoint());
    PanelParts.setShown(high, isShared);
    PanelParts.setShown(eachRole, !isShared);
    PanelParts.setShown(zero, !onlyScale && anyValue && map.hasZeros());
    PanelParts.setShown(unknown, !onlyScale && map.missingCount() > 0);
    PanelParts.setShown(notFinite, !onlyScale && map.hasNotFinite());
    noNumber.ifPresent(it -> PanelParts.setShown(it, !onlyScale && map.hasNoNumbers()));
    PanelParts.setShown(outlierEntry, !onlyScale && !map.outliers().isEmpty());
  }

  private abstract static class Swatch extends CanvasRegion {

    Swatch(double width) {
      super(LayerColor.PALETTE);
      getStyleClass().add("heat");
      setPrefSize(width, SWATCH);
    }
  }
}
