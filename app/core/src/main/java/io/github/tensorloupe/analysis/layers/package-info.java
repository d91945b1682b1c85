/// Layers and roles: finds the tensors of a checkpoint with the same function in different layers,
/// compares them, and detects outliers.
///
/// Main types: [io.github.tensorloupe.analysis.layers.LayerMap],
/// [io.github.tensorloupe.analysis.layers.LayerStack],
/// [io.github.tensorloupe.analysis.layers.LayerRole],
/// [io.github.tensorloupe.analysis.layers.Outliers].
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.analysis.layers;
