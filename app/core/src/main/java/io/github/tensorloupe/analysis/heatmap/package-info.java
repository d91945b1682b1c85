/// A slice of a tensor as a picture: elements pooled into pixels, exactly and tile by tile, and a
/// preview from a regular sample.
///
/// Main types: [io.github.tensorloupe.analysis.heatmap.PixelGrid],
/// [io.github.tensorloupe.analysis.heatmap.TileScan],
/// [io.github.tensorloupe.analysis.heatmap.Preview],
/// [io.github.tensorloupe.analysis.heatmap.Pooling].
///
/// May use: `format`, `work`, `element`, `model`, `analysis.slice`.
package io.github.tensorloupe.analysis.heatmap;
