/// A slice of the selected tensor as a picture: pooled when zoomed out, one element per pixel when
/// zoomed in.
///
/// Main types: [io.github.tensorloupe.desktop.pane.heatmap.HeatMapView] and
/// [io.github.tensorloupe.desktop.pane.heatmap.HeatMapViewModel].
///
/// May use: `format`, `element`, `work`, `model`, `analysis.slice`, `analysis.heatmap`, `text`,
/// `export`, `desktop.job`, `desktop.selection`, `desktop.control.copy`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.control.panel`, `desktop.control.canvas`,
/// `desktop.control.slice`, `desktop.control`, `desktop.pane`, `desktop.control.heading`,
/// `desktop.command`, `desktop.control.plot`.
package io.github.tensorloupe.desktop.pane.heatmap;
