/// Layers and roles: which tensors of a checkpoint do the same thing in different layers, how they
/// compare, and which one stands out.
///
/// Main types: [io.github.tensorloupe.analysis.layers.LayerMap],
/// [io.github.tensorloupe.analysis.layers.LayerStack],
/// [io.github.tensorloupe.analysis.layers.LayerRole],
/// [io.github.tensorloupe.analysis.layers.LayerStatistic],
/// [io.github.tensorloupe.analysis.layers.StackStatistic],
/// [io.github.tensorloupe.analysis.layers.Outliers].
///
/// May use: `format`, `work`, `model`, `analysis.distribution`, `analysis.health`,
/// `analysis.figures`.
package io.github.tensorloupe.analysis.layers;
