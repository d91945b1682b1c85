package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.ui.text.Figures;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// The vertical axis: counts at the left of the bars, and a grid line for each.
final class CountAxis {

  private static final int MAX_TICKS = 24;
  private static final double TICK_SPACE = 32;
  private static final double GAP = 8;

  private final TickLabels ticks = new TickLabels(MAX_TICKS, "chart-grid", "chart-label");
  private List<Long> counts = List.of();
  private List<Label> labels = List.of();

  List<? extends Node> lines() {
    return ticks.lines();
  }

  List<? extends Node> labels() {
    return ticks.labels();
  }

  /// Chooses the counts to mark.
  ///
  /// @param height of the bars' area
  /// @return the room that the labels take at the left
  double prepare(long maxCount, CountScale scale, double height) {
    int atMost = (int) Math.clamp(height / TICK_SPACE, 2, MAX_TICKS / 2);
    counts = scale.ticks(maxCount, atMost);
    ticks.begin();
    labels = counts.stream().map(count -> ticks.next(Figures.shortCount(count))).toList();
    return GAP + labels.stream().mapToDouble(Label::getWidth).max().orElse(0);
  }

  /// Places what [#prepare] chose.
  void layout(PlotArea area, long maxCount, CountScale scale) {
    for (int i = 0; i < labels.size(); i++) {
      Label label = labels.get(i);
      double y = area.snap(area.bottom() - scale.fraction(counts.get(i), maxCount) * area.height());
      ticks.line(i, area.left(), y, area.width(), area.pixel());
      label.relocate(
          area.snap(area.left() - GAP - label.getWidth()), area.snap(y - label.getHeight() / 2));
    }
  }
}
