/// The layer map: a heat map of the tensors of repeated layers, a row for each layer and a column
/// for each role, colored by a statistic, with marked outliers.
///
/// Main types: [io.github.tensorloupe.desktop.pane.layers.LayerMapView] and
/// [io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel].
///
/// May use: `format`, `work`, `model`, `analysis.distribution`, `analysis.health`,
/// `analysis.layers`, `desktop.control.panel`, `desktop.job`, `desktop.selection`,
/// `desktop.control.copy`, `desktop.control.layermap`, `desktop.text`, `desktop.theme`,
/// `desktop.error`, `desktop.control`, `desktop.pane`, `desktop.command`,
/// `desktop.selection.figures`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.layers;
