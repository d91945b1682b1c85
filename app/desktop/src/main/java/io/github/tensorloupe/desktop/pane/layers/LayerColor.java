package io.github.tensorloupe.desktop.pane.layers;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;

/// The colors of the layer map beside those of its scales.
enum LayerColor {
  ZERO,
  UNKNOWN,
  /// Of tensors with values that are not finite.
  DANGER,
  LABEL,
  /// Of the layer and the role under the pointer.
  STRONG_LABEL,
  /// Of the ring around an outlier; its edge sets it off from every color.
  MARK,
  MARK_EDGE,
  CURSOR;

  private static final List<String> RAMP =
      List.of("ramp-0", "ramp-1", "ramp-2", "ramp-3", "ramp-4", "ramp-5", "ramp-6");
  private static final List<String> SIGNED =
      List.of("signed-0", "signed-1", "signed-2", "signed-3", "signed-4");

  static final CanvasPalette PALETTE =
      CanvasPalette.of("-tl-map-", RAMP, SIGNED, List.of(values()));

  /// The names of the colors of a scale, from low to high.
  static List<String> scale(Spread spread) {
    return switch (spread) {
      case LINEAR, LOGARITHMIC -> RAMP;
      case SIGNED -> SIGNED;
    };
  }
}
