package io.github.tensorloupe.analysis.layers;

/// The position of a cell in a [LayerStack]. A cell may have no tensor.
///
/// @param row the index of the layer, from 0
/// @param column the index of the role or expert, from 0
public record LayerCell(int row, int column) {}
