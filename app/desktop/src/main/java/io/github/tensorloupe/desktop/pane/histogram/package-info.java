/// What the values of the selected tensor are like: how they are distributed, how many are not
/// numbers, and the figures that sum them up.
///
/// Main types: [io.github.tensorloupe.desktop.pane.histogram.HistogramView] and
/// [io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel]. The chart is drawn by
/// [io.github.tensorloupe.desktop.pane.histogram.HistogramChart] with nodes that a style sheet
/// colours; where they go is computed in plain classes, and what it draws by
/// [io.github.tensorloupe.desktop.pane.histogram.ChartViewModel] from distributions that
/// [io.github.tensorloupe.desktop.pane.histogram.Distributions] counts once and remembers. Plain
/// classes: [io.github.tensorloupe.desktop.pane.histogram.PlotArea],
/// [io.github.tensorloupe.desktop.pane.histogram.AxisTicks],
/// [io.github.tensorloupe.desktop.pane.histogram.CountScale].
///
/// May use: `format`, `element`, `model`, `work`, `analysis.chunk`, `analysis.distribution`,
/// `analysis.health`, `analysis.layers`, `export`, `desktop.job`, `desktop.command`,
/// `desktop.selection`, `desktop.control.copy`, `desktop.text`, `desktop.theme`, `desktop.error`,
/// `desktop.control.panel`, `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.histogram;
