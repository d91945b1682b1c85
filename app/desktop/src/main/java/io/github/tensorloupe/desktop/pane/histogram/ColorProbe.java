package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import javafx.scene.shape.Path;

/// Reads the colors and dashes of the style sheets that hold here, for pictures that are drawn
/// elsewhere.
final class ColorProbe extends Pane {

  private final Map<String, Region> regions = new LinkedHashMap<>();
  private final List<Path> lines = new ArrayList<>();

  ColorProbe() {
    setManaged(false);
    setVisible(false);
    for (int i = 0; i < ComparisonViewModel.MAX_PINS; i++) {
      add("series-" + i);
      Path line = new Path();
      line.getStyleClass().setAll("chart-outline", "series-" + i);
      lines.add(line);
      getChildren().add(line);
    }
    for (String name :
        new String[] {"ground", "text", "axis", "line", "grid", "bar", "series-siblings"}) {
      add(name);
    }
  }

  private void add(String name) {
    Region region = new Region();
    region
        .getStyleClass()
        .addAll(
            name.startsWith("series-")
                ? new String[] {"probe-series", name}
                : new String[] {"probe-" + name});
    regions.put(name, region);
    getChildren().add(region);
  }

  /// The colors as they are now.
  ChartColors read() {
    applyCss();
    return new ChartColors(
        color("ground"),
        color("text"),
        color("axis"),
        color("line"),
        color("grid"),
        color("bar"),
        color("series-siblings"),
        IntStream.range(0, ComparisonViewModel.MAX_PINS)
            .mapToObj(
                i -> new ChartColors.Line(color("series-" + i), lines.get(i).getStrokeDashArray()))
            .toList());
  }

  private String color(String name) {
    Region region = regions.get(name);
    Color color =
        region.getBackground() == null || region.getBackground().isEmpty()
            ? Color.GRAY
            : (Color) region.getBackground().getFills().getLast().getFill();
    return "#%02x%02x%02x"
        .formatted(
            Math.round(color.getRed() * 255),
            Math.round(color.getGreen() * 255),
            Math.round(color.getBlue() * 255));
  }

  /// The colors of a chart, as `#rrggbb`, and the dashes of its lines.
  ///
  /// @param ground behind everything
  /// @param text of the title
  /// @param axis of labels and quantiles
  /// @param line of the base line and the ticks
  /// @param grid of the lines across
  /// @param bar of the bars
  /// @param siblings of the siblings' lines
  /// @param series lines of what was kept, one for each series
  record ChartColors(
      String ground,
      String text,
      String axis,
      String line,
      String grid,
      String bar,
      String siblings,
      List<Line> series) {

    /// A style of line.
    ///
    /// @param color as `#rrggbb`
    /// @param dashes lengths of dashes and gaps in turn, in pixels; empty for a line without gaps
    record Line(String color, List<Double> dashes) {
      Line {
        dashes = List.copyOf(dashes);
      }
    }

    ChartColors {
      series = List.copyOf(series);
    }

    /// The line of an outline.
    Line of(Outline outline) {
      return switch (outline.kind()) {
        case PIN -> series.get(outline.series());
        case SIBLINGS, SIBLING -> new Line(siblings, List.of());
      };
    }
  }
}
