/// Layers and roles: matches tensors with the same role in different layers of a checkpoint,
/// compares them, and detects outliers.
///
/// Main types: [io.github.tensorloupe.analysis.layers.LayerMap],
/// [io.github.tensorloupe.analysis.layers.LayerStack],
/// [io.github.tensorloupe.analysis.layers.LayerRole],
/// [io.github.tensorloupe.analysis.layers.Outliers],
/// [io.github.tensorloupe.analysis.layers.LayerFindings].
///
/// May use: `format`, `text`, `work`, `model`, `analysis.health`.
package io.github.tensorloupe.analysis.layers;
