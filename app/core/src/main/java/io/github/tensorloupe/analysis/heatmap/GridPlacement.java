package io.github.tensorloupe.analysis.heatmap;

/// The position and scale of a grid on the screen, in screen pixels.
///
/// @param left the position of the grid's first column, which may be far outside the screen
/// @param top the position of the grid's first row
/// @param cellWidth the width of a grid pixel
/// @param cellHeight the height of a grid pixel
public record GridPlacement(long left, long top, int cellWidth, int cellHeight) {}
