/// What the values of the selected tensor are like: how they are distributed, how many are not
/// numbers, and the figures that sum them up.
///
/// Main types: [io.github.tensorloupe.ui.histogram.HistogramView] and
/// [io.github.tensorloupe.ui.histogram.HistogramViewModel]. The chart is drawn by
/// [io.github.tensorloupe.ui.histogram.HistogramChart] with nodes that a style sheet colours; where
/// they go is computed in plain classes, and what it draws by
/// [io.github.tensorloupe.ui.histogram.ChartViewModel] from distributions that
/// [io.github.tensorloupe.ui.histogram.Distributions] counts once and remembers. Plain classes:
/// [io.github.tensorloupe.ui.histogram.PlotArea], [io.github.tensorloupe.ui.histogram.AxisTicks],
/// [io.github.tensorloupe.ui.histogram.CountScale].
///
/// May use: `format`, `element`, `model`, `work`, `analysis.chunk`, `analysis.distribution`,
/// `analysis.health`, `analysis.layers`, `export`, `ui.job`, `ui.command`, `ui.selection`,
/// `ui.copy`, `ui.text`, `ui.theme`, `ui.error`, `ui.panel`, `ui.follow`.
package io.github.tensorloupe.ui.histogram;
