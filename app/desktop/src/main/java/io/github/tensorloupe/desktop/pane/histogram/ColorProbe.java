package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import javafx.scene.shape.Path;

/// Reads the colors and dashes of the style sheets that hold here, for pictures drawn elsewhere.
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

  /// Itself, with the colors that hold now.
  ColorProbe fresh() {
    applyCss();
    return this;
  }

  /// The color of a part, as `#rrggbb`.
  String of(Part part) {
    Background background = parts.get(part).getBackground();
    boolean isBare = background == null || background.isEmpty();
    return web(isBare ? Color.GRAY : background.getFills().getLast().getFill());
  }

  Path of(Outline outline) {
    return outline.kind() == Outline.Kind.PIN ? series.get(outline.series()) : siblings;
  }

  /// A color as `#rrggbb`.
  static String web(Paint paint) {
    Color color = (Color) paint;
    return "#%02x%02x%02x"
        .formatted(
            Math.round(color.getRed() * 255),
            Math.round(color.getGreen() * 255),
            Math.round(color.getBlue() * 255));
  }
}
