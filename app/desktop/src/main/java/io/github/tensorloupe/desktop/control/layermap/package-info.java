/// The layer map: a heat map of the tensors of repeated layers, a row for each layer and a column
/// for each role, with marks and a legend.
///
/// Main types: [io.github.tensorloupe.desktop.control.layermap.LayerMapModel],
/// [io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas],
/// [io.github.tensorloupe.desktop.control.layermap.LayerMapLegend]. One
/// [io.github.tensorloupe.desktop.control.layermap.StackStatistic] at a time is drawn, at the
/// positions of a [io.github.tensorloupe.desktop.control.layermap.LayerMapLayout].
///
/// May use: `format`, `analysis.layers`, `desktop.control.panel`, `desktop.control.copy`,
/// `desktop.control.canvas`, `desktop.error`, `desktop.job`, `desktop.text`, `desktop.theme`,
/// `desktop.control`.
package io.github.tensorloupe.desktop.control.layermap;
