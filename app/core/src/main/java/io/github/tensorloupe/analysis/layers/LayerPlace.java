package io.github.tensorloupe.analysis.layers;

/// A place in a [LayerStack], with a tensor or without.
///
/// @param row that of the layer, from 0
/// @param column that of the role, from 0
public record LayerPlace(int row, int column) {}
