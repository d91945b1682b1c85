package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Messages;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/// Marks the value of the element under the caret on the chart.
final class CaretMarker {

  private static final double POINTER_WIDTH = 9;
  private static final double POINTER_HEIGHT = 6;
  private static final double GAP = 4;

  private final Region line = TickLabels.line("chart-caret-line");
  private final Region pointer = TickLabels.line("chart-caret-pointer");
  private final Label label = TickLabels.label("chart-caret-label");

  CaretMarker() {
    label.setId("histogram-caret");
    hide();
  }

  List<Node> nodes() {
    return List.of(line, pointer, label);
  }

  /// Marks nothing.
  void hide() {
    nodes().forEach(node -> node.setVisible(false));
  }

  /// Marks an element if the axis has a place for it.
  void layout(PlotArea area, Optional<CaretValue.Element> element, Messages messages) {
    if (element.isEmpty() || !area.shows(element.get().value())) {
      hide();
      return;
    }
    nodes().forEach(node -> node.setVisible(true));
    double x = area.x(element.get().value());
    line.resizeRelocate(x, area.top(), area.pixel(), area.height());
    pointer.resizeRelocate(
        area.snap(x - POINTER_WIDTH / 2), area.bottom(), POINTER_WIDTH, POINTER_HEIGHT);
    label.setText(
        messages.text(
            "histogram.caret", element.get().index(), NumberText.of(element.get().value())));
    label.autosize();
    boolean fitsRight = x + GAP + label.getWidth() <= area.right();
    double left = fitsRight ? x + GAP : Math.max(area.left(), x - GAP - label.getWidth());
    label.relocate(area.snap(left), area.snap(area.top() + GAP));
  }
}
