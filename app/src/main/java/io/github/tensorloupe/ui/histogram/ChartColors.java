package io.github.tensorloupe.ui.histogram;

import java.util.List;

/// The colours of a chart, as `#rrggbb`.
///
/// @param ground behind everything
/// @param text of the title
/// @param axis of labels and quantiles
/// @param line of the base line and the ticks
/// @param grid of the lines across
/// @param bar of the bars
/// @param siblings of the siblings' lines
/// @param series of what was kept, one for each series
record ChartColors(
    String ground,
    String text,
    String axis,
    String line,
    String grid,
    String bar,
    String siblings,
    List<String> series) {

  ChartColors {
    series = List.copyOf(series);
  }

  /// The colour of an outline.
  String of(Outline outline) {
    return switch (outline.kind()) {
      case PIN -> series.get(outline.series());
      case SIBLINGS, SIBLING -> siblings;
    };
  }
}
