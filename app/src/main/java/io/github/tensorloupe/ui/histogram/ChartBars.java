package io.github.tensorloupe.ui.histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/// The bars, and the ground of the column that is marked.
final class ChartBars {

  /// The most bars there can be.
  static final int CAPACITY = 64;

  private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");

  private final Region column = TickLabels.line("chart-column");
  private final List<Region> bars =
      IntStream.range(0, CAPACITY).mapToObj(_ -> TickLabels.line("chart-bar")).toList();

  List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    nodes.add(column);
    nodes.addAll(bars);
    return nodes;
  }

  /// Places the bars.
  ///
  /// @param counts at most [#CAPACITY]
  /// @param maxCount the largest of them, at least 1
  /// @param marked the bin that is marked
  void layout(
      PlotArea area, List<Long> counts, long maxCount, CountScale scale, OptionalInt marked) {
    for (int bin = 0; bin < CAPACITY; bin++) {
      Region bar = bars.get(bin);
      bar.setVisible(bin < counts.size() && counts.get(bin) > 0);
      bar.pseudoClassStateChanged(MARKED, marked.isPresent() && marked.getAsInt() == bin);
      if (bar.isVisible()) {
        double height = area.barHeight(counts.get(bin), maxCount, scale);
        bar.resizeRelocate(
            area.columnLeft(bin), area.bottom() - height, area.barWidth(bin), height);
      }
    }
    column.setVisible(marked.isPresent());
    marked.ifPresent(
        bin ->
            column.resizeRelocate(
                area.columnLeft(bin), area.top(), area.barWidth(bin), area.height()));
  }
}
