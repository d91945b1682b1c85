/// Layers and roles: which tensors of a checkpoint do the same thing in different layers, how they
/// compare, and which one stands out.
///
/// Main types: [io.github.tensorloupe.analysis.layers.LayerMap],
/// [io.github.tensorloupe.analysis.layers.LayerStack],
/// [io.github.tensorloupe.analysis.layers.LayerRole],
/// [io.github.tensorloupe.analysis.layers.Outliers].
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.analysis.layers;
