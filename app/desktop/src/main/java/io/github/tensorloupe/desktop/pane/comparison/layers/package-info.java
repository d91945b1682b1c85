/// The layer map of a comparison: how far the tensors of each layer and role moved.
///
/// Main type: [io.github.tensorloupe.desktop.pane.comparison.layers.DifferenceMapView].
///
/// May use: `format`, `work`, `analysis.layers`, `compare`, `desktop.command`, `desktop.control`,
/// `desktop.control.layermap`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison.layers;
