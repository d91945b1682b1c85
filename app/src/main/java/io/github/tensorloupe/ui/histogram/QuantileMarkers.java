package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.ui.text.Messages;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/// Ticks above the bars where the first percentile, the median and the last percentile are.
final class QuantileMarkers {

  /// The height above the bars that they take.
  static final double STRIP = 20;

  private static final double TICK_LENGTH = 5;
  private static final double QUANTILE_ERROR = 1.0 / 256;
  private static final double MAX_ERROR = 0.02;
  private static final double LABEL_GAP = 6;

  private record Marker(double probability, String key, Region line, Label label) {

    Marker(double probability, String key) {
      this(probability, key, TickLabels.line("chart-quantile"), TickLabels.label("chart-label"));
    }
  }

  /// The median first: it keeps its label where there is no room for all.
  private final List<Marker> markers =
      List.of(new Marker(0.5, "median"), new Marker(0.01, "p1"), new Marker(0.99, "p99"));

  List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    markers.forEach(marker -> nodes.addAll(List.of(marker.line(), marker.label())));
    return nodes;
  }

  void layout(PlotArea area, TensorStatistics.Finite finite, Messages messages) {
    List<Label> placed = new ArrayList<>();
    for (Marker marker : markers) {
      double value = KeyFigures.quantile(finite, marker.probability()).doubleValue();
      boolean shown = isTelling(value, finite, area);
      marker.line().setVisible(shown);
      marker.label().setVisible(shown);
      if (shown) {
        double x = area.x(value);
        marker.line().resizeRelocate(x, area.top() - TICK_LENGTH, area.pixel(), TICK_LENGTH);
        marker.label().setText(messages.text("histogram.figure." + marker.key()));
        place(marker.label(), x, area, placed);
      }
    }
  }

  /// Whether the place of a quantile can be seen: an inexact one may be anywhere on a short axis.
  private static boolean isTelling(double value, TensorStatistics.Finite finite, PlotArea area) {
    double error = finite.quantilesExact() ? 0 : Math.abs(value) * QUANTILE_ERROR;
    return area.min() < area.max() && error <= MAX_ERROR * (area.max() - area.min());
  }

  private static void place(Label label, double x, PlotArea area, List<Label> placed) {
    label.autosize();
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
