/// The layer map of a comparison: how far the tensors of each layer and role moved.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.layers.DifferenceMapView],
/// [io.github.tensorloupe.desktop.pane.comparison.layers.DifferenceMapViewModel].
///
/// May use: `format`, `work`, `analysis.layers`, `compare`, `desktop.command`, `desktop.control`,
/// `desktop.control.layermap`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison.layers;
