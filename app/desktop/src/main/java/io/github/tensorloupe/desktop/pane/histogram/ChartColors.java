package io.github.tensorloupe.desktop.pane.histogram;

import java.util.List;

/// The colours of a chart, as `#rrggbb`, and the dashes of its lines.
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

  /// How a line is drawn.
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
