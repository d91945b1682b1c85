/// A slice of the selected tensor as a picture: pooled when zoomed out, one element a pixel when
/// zoomed in.
///
/// Main types: [io.github.tensorloupe.ui.heatmap.HeatMapView] and
/// [io.github.tensorloupe.ui.heatmap.HeatMapViewModel].
///
/// May use: `format`, `element`, `work`, `model`, `analysis.slice`, `analysis.heatmap`, `export`,
/// `ui.job`, `ui.selection`, `ui.copy`, `ui.text`, `ui.theme`, `ui.error`, `ui.panel`, `ui.follow`.
package io.github.tensorloupe.ui.heatmap;
