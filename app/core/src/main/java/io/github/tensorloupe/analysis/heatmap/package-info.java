/// Pictures of slices of tensors: pooling of elements into pixels, tile by tile, and fast previews.
///
/// Main types: [io.github.tensorloupe.analysis.heatmap.PixelGrid],
/// [io.github.tensorloupe.analysis.heatmap.TileScan],
/// [io.github.tensorloupe.analysis.heatmap.Preview],
/// [io.github.tensorloupe.analysis.heatmap.Pooling].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.slice`.
package io.github.tensorloupe.analysis.heatmap;
