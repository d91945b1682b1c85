/// The distribution of the selected tensor's values: a chart, badges with the counts of non-finite
/// values, and key figures.
///
/// Main types: [io.github.tensorloupe.desktop.pane.histogram.HistogramView] and
/// [io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel]. The chart is drawn by
/// [io.github.tensorloupe.desktop.pane.histogram.HistogramPlot], on the canvas
/// [io.github.tensorloupe.desktop.pane.histogram.HistogramChart] or as SVG;
/// [io.github.tensorloupe.desktop.pane.histogram.ChartViewModel] computes its content from
/// distributions that [io.github.tensorloupe.desktop.pane.histogram.HistogramContext] counts.
///
/// May use: `format`, `element`, `model`, `quantization`, `work`, `analysis.chunk`,
/// `analysis.distribution`, `text`, `analysis.health`, `analysis.layers`, `export`, `desktop.job`,
/// `desktop.command`, `desktop.selection`, `desktop.control.copy`, `desktop.control.canvas`,
/// `desktop.control.notice`, `desktop.control.panel`, `desktop.control`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.pane`, `desktop.control.heading`,
/// `desktop.control.plot`.
package io.github.tensorloupe.desktop.pane.histogram;
