package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Figures;
import java.math.BigDecimal;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// The vertical axis: counts or per cents at the left of the bars, and a grid line for each.
final class CountAxis {

  private static final int MAX_TICKS = 24;
  private static final double TICK_SPACE = 32;
  private static final double GAP = 8;

  private final TickLabels ticks = new TickLabels(MAX_TICKS, "chart-grid", "chart-label");
  private List<BigDecimal> marks = List.of();
  private List<Label> labels = List.of();

  List<? extends Node> lines() {
    return ticks.lines();
  }

  List<? extends Node> labels() {
    return ticks.labels();
  }

  /// Chooses what to mark.
  ///
  /// @param height of the bars' area
  /// @return the room that the labels take at the left
  double prepare(ChartData data, CountScale scale, double height) {
    int atMost = (int) Math.clamp(height / TICK_SPACE, 2, MAX_TICKS / 2);
    marks = scale.ticks(data.tallest(), unit(data), atMost);
    ticks.begin();
    labels = marks.stream().map(mark -> ticks.next(text(mark, data))).toList();
    return GAP + labels.stream().mapToDouble(Label::getWidth).max().orElse(0);
  }

  /// How many values one of the axis stands for.
  static double unit(ChartData data) {
    return data.asShares() ? data.finite() / 100.0 : 1;
  }

  /// What stands beside a mark.
  static String text(BigDecimal mark, ChartData data) {
    return data.asShares()
        ? AxisTicks.text(mark) + " %"
        : Figures.shortCount(mark.longValueExact());
  }

  /// Places what [#prepare] chose.
  void layout(PlotArea area, ChartData data, CountScale scale) {
    double unit = unit(data);
    for (int i = 0; i < labels.size(); i++) {
      Label label = labels.get(i);
      double part = scale.fraction(marks.get(i).doubleValue() * unit, data.tallest());
      double y = area.snap(area.bottom() - part * area.height());
      ticks.line(i, area.left(), y, area.width(), area.pixel());
      label.relocate(
          area.snap(area.left() - GAP - label.getWidth()), area.snap(y - label.getHeight() / 2));
    }
  }
}
