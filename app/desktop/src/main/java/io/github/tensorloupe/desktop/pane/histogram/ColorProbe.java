package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import javafx.scene.shape.Path;

/// Reads the colors and dashes of the current style sheets, for images drawn without CSS.
final class ColorProbe extends Pane {

  /// A part of a chart with its own color.
  enum Part {
    /// The background.
    GROUND,
    /// The title.
    TEXT,
    /// Labels and quantiles.
    AXIS,
    /// The base line and the ticks.
    LINE,
    /// The horizontal grid lines.
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

  /// Applies the current style sheets and returns this.
  ColorProbe fresh() {
    applyCss();
    return this;
  }

  /// Returns the color of a part, as `#rrggbb`.
  String of(Part part) {
    Background background = parts.get(part).getBackground();
    boolean isBare = background == null || background.isEmpty();
    return web(isBare ? Color.GRAY : background.getFills().getLast().getFill());
  }

  Path of(Outline outline) {
    return outline.kind() == Outline.Kind.PIN ? series.get(outline.series()) : siblings;
  }

  /// Formats a color as `#rrggbb`.
  static String web(Paint paint) {
    Color color = (Color) paint;
    return "#%02x%02x%02x"
        .formatted(
            Math.round(color.getRed() * 255),
            Math.round(color.getGreen() * 255),
            Math.round(color.getBlue() * 255));
  }
}
