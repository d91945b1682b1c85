package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.layers.LayerStack;
import java.util.List;

/// How far the layer map of the open document is.
sealed interface LayerMapState {

  /// There is no document, or nobody looks.
  record Nothing() implements LayerMapState {}

  /// The names are being compared.
  record Arranging() implements LayerMapState {}

  /// No names differ in the number of a layer.
  record NoLayers() implements LayerMapState {}

  /// The map is there.
  ///
  /// @param stacks at least one, the largest first
  record Ready(List<LayerStack> stacks) implements LayerMapState {}
}
