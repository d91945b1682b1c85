package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import javafx.scene.shape.Path;

/// Reads the colors and dashes of the style sheets that hold here, for pictures that are drawn
/// elsewhere.
final class ColorProbe extends Pane {

  /// A part of a chart with a color of its own.
  enum Part {
    /// Behind everything.
    GROUND,
    /// The title.
    TEXT,
    /// Labels and quantiles.
    AXIS,
    /// The base line and the ticks.
    LINE,
    /// The lines across.
    GRID,
    BAR
  }

  private final Map<Part, Region> parts = new EnumMap<>(Part.class);
  private final Path siblings = line("series-siblings");
  private final List<Path> series =
      IntStream.range(0, ComparisonViewModel.MAX_PINS).mapToObj(i -> line("series-" + i)).toList();

  ColorProbe() {
    setManaged(false);
    setVisible(false);
    for (Part part : Part.values()) {
      Region region = new Region();
      region.getStyleClass().add("probe-" + part.name().toLowerCase(Locale.ROOT));
      parts.put(part, region);
    }
    getChildren().addAll(parts.values());
    getChildren().add(siblings);
    getChildren().addAll(series);
  }

  private static Path line(String series) {
    Path line = new Path();
    line.getStyleClass().setAll("chart-outline", series);
    return line;
  }

  ChartColors read() {
    applyCss();
    Map<Part, String> colors = new EnumMap<>(Part.class);
    parts.forEach((part, region) -> colors.put(part, ground(region)));
    return new ChartColors(colors, look(siblings), series.stream().map(ColorProbe::look).toList());
  }

  private static String ground(Region region) {
    Background background = region.getBackground();
    return web(
        background == null || background.isEmpty()
            ? Color.GRAY
            : background.getFills().getLast().getFill());
  }

  private static ChartColors.Line look(Path line) {
    return new ChartColors.Line(web(line.getStroke()), List.copyOf(line.getStrokeDashArray()));
  }

  private static String web(Paint paint) {
    Color color = (Color) paint;
    return "#%02x%02x%02x"
        .formatted(
            Math.round(color.getRed() * 255),
            Math.round(color.getGreen() * 255),
            Math.round(color.getBlue() * 255));
  }

  /// The colors of a chart, as `#rrggbb`, and the dashes of its lines.
  ///
  /// @param siblings the line of each sibling, and of all together
  /// @param series the lines of what was kept, one for each series
  record ChartColors(Map<Part, String> parts, Line siblings, List<Line> series) {

    /// A style of line.
    ///
    /// @param color as `#rrggbb`
    /// @param dashes lengths of dashes and gaps in turn, in pixels; empty for a line without gaps
    record Line(String color, List<Double> dashes) {}

    String of(Part part) {
      return parts.get(part);
    }

    Line of(Outline outline) {
      return switch (outline.kind()) {
        case PIN -> series.get(outline.series());
        case SIBLINGS, SIBLING -> siblings;
      };
    }
  }
}
