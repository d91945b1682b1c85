package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// Ticks above the bars where the first percentile, the median and the last percentile are.
final class QuantileMarkers {

  /// The height above the bars that they take.
  static final double STRIP = 20;

  private static final double TICK_LENGTH = 5;
  private static final double QUANTILE_ERROR = 1.0 / 256;
  private static final double MAX_ERROR = 0.02;
  private static final double LABEL_GAP = 6;

  private record Quantile(String key, double probability) {}

  /// The median first: it keeps its label where there is no room for all.
  private static final List<Quantile> QUANTILES =
      List.of(new Quantile("median", 0.5), new Quantile("p1", 0.01), new Quantile("p99", 0.99));

  private final TickLabels ticks =
      new TickLabels(QUANTILES.size(), "chart-quantile", "chart-label");

  List<Node> nodes() {
    List<Node> nodes = new ArrayList<>(ticks.lines());
    nodes.addAll(ticks.labels());
    return nodes;
  }

  /// A quantile with a place.
  ///
  /// @param key the last part of its message key
  /// @param value where it is
  record Marked(String key, double value) {}

  /// The quantiles whose places can be seen, the most telling first.
  static List<Marked> telling(PlotArea area, Distribution distribution) {
    List<Marked> telling = new ArrayList<>();
    for (Quantile each : QUANTILES) {
      if (isTelling(each.probability(), distribution, area)) {
        telling.add(
            new Marked(each.key(), distribution.quantile(each.probability()).doubleValue()));
      }
    }
    return telling;
  }

  /// An inexact quantile may be anywhere on a short axis.
  private static boolean isTelling(double probability, Distribution distribution, PlotArea area) {
    double value = distribution.quantile(probability).doubleValue();
    if (!area.shows(value) || distribution.min().equals(distribution.max())) {
      return false;
    }
    double error = distribution.isQuantileExact(probability) ? 0 : Math.abs(value) * QUANTILE_ERROR;
    return area.x(value + error) - area.x(value - error) <= 2 * MAX_ERROR * area.width();
  }

  void layout(PlotArea area, Distribution distribution, Messages messages) {
    ticks.begin();
    List<Label> placed = new ArrayList<>();
    int index = 0;
    for (Marked marked : telling(area, distribution)) {
      double x = area.x(marked.value());
      ticks.line(index++, x, area.top() - TICK_LENGTH, area.pixel(), TICK_LENGTH);
      place(ticks.next(messages.text("histogram.figure." + marked.key())), x, area, placed);
    }
  }

  private static void place(Label label, double x, PlotArea area, List<Label> placed) {
    double left =
        Math.clamp(
            x - label.getWidth() / 2,
            area.left(),
            Math.max(area.left(), area.right() - label.getWidth()));
    label.relocate(area.snap(left), area.snap(area.top() - TICK_LENGTH - label.getHeight()));
    label.setVisible(placed.stream().noneMatch(other -> overlaps(label, other)));
    if (label.isVisible()) {
      placed.add(label);
    }
  }

  private static boolean overlaps(Label one, Label other) {
    return one.getLayoutX() < other.getLayoutX() + other.getWidth() + LABEL_GAP
        && other.getLayoutX() < one.getLayoutX() + one.getWidth() + LABEL_GAP;
  }
}
