package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.analysis.slice.TensorSlice;

/// What the pane is about.
sealed interface HeatState {

  /// There is no picture.
  ///
  /// @param reason as a sentence
  record Nothing(String reason) implements HeatState {}

  /// There is a picture.
  ///
  /// @param slice what it is of
  record Shown(TensorSlice slice) implements HeatState {}
}
