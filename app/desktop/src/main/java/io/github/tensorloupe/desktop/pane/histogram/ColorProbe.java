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
  private final Region siblings = region("probe-series", "series-siblings");
  private final List<Region> series = new ArrayList<>();
  private final List<Path> lines = new ArrayList<>();

  ColorProbe() {
    setManaged(false);
    setVisible(false);
    for (Part part : Part.values()) {
      parts.put(part, region("probe-" + part.name().toLowerCase(Locale.ROOT)));
    }
    for (int i = 0; i < ComparisonViewModel.MAX_PINS; i++) {
      series.add(region("probe-series", "series-" + i));
      Path line = new Path();
      line.getStyleClass().setAll("chart-outline", "series-" + i);
      lines.add(line);
    }
    getChildren().addAll(lines);
  }

  private Region region(String... styleClasses) {
    Region region = new Region();
    region.getStyleClass().addAll(styleClasses);
    getChildren().add(region);
    return region;
  }

  /// The colors as they are now.
  ChartColors read() {
    applyCss();
    Map<Part, String> colors = new EnumMap<>(Part.class);
    parts.forEach((part, region) -> colors.put(part, color(region)));
    return new ChartColors(
        colors,
        new ChartColors.Line(color(siblings), List.of()),
        IntStream.range(0, series.size())
            .mapToObj(
                i ->
                    new ChartColors.Line(
                        color(series.get(i)), List.copyOf(lines.get(i).getStrokeDashArray())))
            .toList());
  }

  private static String color(Region region) {
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

    /// The line of an outline.
    Line of(Outline outline) {
      return switch (outline.kind()) {
        case PIN -> series.get(outline.series());
        case SIBLINGS, SIBLING -> siblings;
      };
    }
  }
}
