package io.github.tensorloupe.desktop.pane.histogram;

import java.util.ArrayList;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/// The bars, and the ground of the columns that are marked. There are as many nodes as the most
/// bars that were shown so far.
final class ChartBars {

  private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");

  private final Region columns = TickLabels.line("chart-column");
  private final Group group = new Group();
  private final List<Region> bars = new ArrayList<>();

  ChartBars() {
    group.setManaged(false);
    group.setAutoSizeChildren(false);
  }

  List<Node> nodes() {
    return List.of(columns, group);
  }

  /// Places the bars.
  ///
  /// @param marked the bins that are marked
  void layout(PlotArea area, ChartData data, CountScale scale, BinSelection marked) {
    while (bars.size() < data.binCount()) {
      bars.add(TickLabels.line("chart-bar"));
      group.getChildren().add(bars.getLast());
    }
    double tallest = data.tallest();
    for (int bin = 0; bin < bars.size(); bin++) {
      Region bar = bars.get(bin);
      bar.setVisible(bin < data.binCount() && data.count(bin) > 0);
      bar.pseudoClassStateChanged(MARKED, marked.contains(bin));
      if (bar.isVisible()) {
        double height = area.barHeight(data.count(bin), tallest, scale);
        bar.resizeRelocate(area.barLeft(bin), area.bottom() - height, area.barWidth(bin), height);
      }
    }
    layoutColumns(area, marked);
  }

  private void layoutColumns(PlotArea area, BinSelection marked) {
    columns.setVisible(!marked.isEmpty());
    if (!marked.isEmpty()) {
      double left = area.columnLeft(marked.begin());
      double right = area.columnLeft(marked.end());
      columns.resizeRelocate(left, area.top(), right - left, area.height());
    }
  }
}
