package io.github.tensorloupe.desktop.pane.histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;

/// Distributions as stepped lines over the bars.
final class OutlinePaths {

  private record Drawing(PlotArea area, ChartData data, CountScale scale) {}

  private final Group group = new Group();
  private Optional<Drawing> drawn = Optional.empty();

  OutlinePaths() {
    group.setManaged(false);
    group.setMouseTransparent(true);
  }

  Node node() {
    return group;
  }

  void layout(PlotArea area, ChartData data, CountScale scale) {
    Optional<Drawing> wanted = Optional.of(new Drawing(area, data, scale));
    // The chart is laid out with every move of the mouse.
    if (!wanted.equals(drawn)) {
      drawn = wanted;
      group
          .getChildren()
          .setAll(
              data.outlines().stream().map(outline -> path(outline, area, data, scale)).toList());
    }
  }

  private static Path path(Outline outline, PlotArea area, ChartData data, CountScale scale) {
    List<PathElement> elements = new ArrayList<>();
    double half = area.pixel() / 2;
    double tallest = data.tallest();
    for (int bin = 0; bin < area.binCount(); bin++) {
      double count = outline.share(bin) * data.finite();
      double y = area.bottom() - area.snap(scale.fraction(count, tallest) * area.height()) - half;
      double from = area.columnLeft(bin);
      elements.add(bin == 0 ? new MoveTo(from, y) : new LineTo(from, y));
      elements.add(new LineTo(area.columnLeft(bin + 1), y));
    }
    Path path = new Path(elements);
    path.getStyleClass().setAll("chart-outline", styleClass(outline));
    return path;
  }

  /// What gives a line its colour; the legend has it too.
  static String styleClass(Outline outline) {
    return switch (outline.kind()) {
      case PIN -> "series-" + outline.series();
      case SIBLINGS -> "series-siblings";
      case SIBLING -> "series-sibling";
    };
  }
}
