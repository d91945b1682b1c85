/// The layer map: a heat map of the tensors of repeated layers, a row for each layer and a column
/// for each role, coloured by a statistic, with the tensors marked that stand out.
///
/// Main types: [io.github.tensorloupe.ui.layers.LayerMapView] and
/// [io.github.tensorloupe.ui.layers.LayerMapViewModel]. What is drawn is one immutable
/// [io.github.tensorloupe.ui.layers.HeatMap] at a time; where it is drawn says
/// [io.github.tensorloupe.ui.layers.HeatLayout].
///
/// May use: `format`, `work`, `model`, `analysis.layers`, `analysis.health`,
/// `analysis.distribution`, `ui.job`, `ui.selection`, `ui.copy`, `ui.text`, `ui.theme`, `ui.error`,
/// `ui.follow`.
package io.github.tensorloupe.ui.layers;
