package io.github.tensorloupe.desktop.pane.histogram;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/// The horizontal axis: the base of the bars, round values below it, and a line where zero is.
final class ValueAxis {

  private static final int MAX_TICKS = 24;
  private static final double TICK_SPACE = 88;
  private static final double TICK_LENGTH = 4;
  private static final double LABEL_GAP = 12;

  private final TickLabels ticks = new TickLabels(MAX_TICKS, "chart-tick", "chart-label");
  private final Region base = TickLabels.line("chart-base");
  private final Region zero = TickLabels.line("chart-zero");

  List<Node> nodes() {
    return Stream.<List<? extends Node>>of(List.of(zero, base), ticks.lines(), ticks.labels())
        .<Node>flatMap(List::stream)
        .toList();
  }

  void layout(PlotArea area) {
    base.resizeRelocate(area.left(), area.bottom(), area.width(), area.pixel());
    zero.setVisible(area.axis().low() < 0 && area.axis().high() > 0);
    zero.resizeRelocate(area.x(0), area.top(), area.pixel(), area.height());
    ticks.begin();
    int atMost = (int) Math.clamp(area.width() / TICK_SPACE, 2, MAX_TICKS / 2);
    double freeFrom = Double.NEGATIVE_INFINITY;
    int index = 0;
    for (BigDecimal tick : ValueTicks.of(area.axis(), atMost)) {
      double x = area.x(tick.doubleValue());
      Label label = ticks.next(AxisTicks.text(tick));
      double left = Math.clamp(x - label.getWidth() / 2, 0, area.right() - label.getWidth() / 2);
      label.setVisible(left >= freeFrom);
      if (label.isVisible()) {
        label.relocate(area.snap(left), area.bottom() + TICK_LENGTH);
        freeFrom = left + label.getWidth() + LABEL_GAP;
      }
      ticks.line(index++, x, area.bottom(), area.pixel(), TICK_LENGTH);
    }
  }
}
