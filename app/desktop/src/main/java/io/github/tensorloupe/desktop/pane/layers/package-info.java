/// The layer map: a heat map of the tensors of repeated layers, a row for each layer and a column
/// for each role, coloured by a statistic, with the tensors marked that stand out.
///
/// Main types: [io.github.tensorloupe.desktop.pane.layers.LayerMapView] and
/// [io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel]. What is drawn is one immutable
/// [io.github.tensorloupe.desktop.pane.layers.HeatMap] at a time; where it is drawn says
/// [io.github.tensorloupe.desktop.pane.layers.HeatLayout].
///
/// May use: `format`, `work`, `model`, `analysis.layers`, `analysis.health`,
/// `analysis.distribution`, `desktop.job`, `desktop.selection`, `desktop.control.copy`,
/// `desktop.text`, `desktop.theme`, `desktop.error`, `desktop.control`, `desktop.pane`,
/// `desktop.command`.
package io.github.tensorloupe.desktop.pane.layers;
