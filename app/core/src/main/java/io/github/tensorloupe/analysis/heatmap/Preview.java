package io.github.tensorloupe.analysis.heatmap;

/// Pixels of which each shows only one of its elements. Never to be taken for the picture: what
/// stands out, a NaN among others, is likely to be missing.
///
/// @param pixels with one element each
public record Preview(PixelBlock pixels) {}
