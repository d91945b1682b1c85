package io.github.tensorloupe.analysis.layers;

/// A place in a [LayerStack], with a tensor or without: the row of its layer and the column of its
/// role, both from 0.
public record LayerPlace(int row, int column) {}
