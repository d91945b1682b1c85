package io.github.tensorloupe.analysis.layers;

/// A cell of a [LayerStack], with or without a tensor: the row of its layer and the column of its
/// role, both from 0.
public record LayerCell(int row, int column) {}
