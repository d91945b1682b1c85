package io.github.tensorloupe.analysis.heatmap;

/// A tile of which every pixel comes from all of its elements.
///
/// @param tile which one
/// @param pixels all pixels of the tile
public record ExactTile(PixelGrid.Tile tile, PixelBlock pixels) {}
