/// Charts before they are drawn: a distribution on its axes, with scales, bins, round ticks and the
/// rectangle that the bars are placed in, and the bytes of a checkpoint as a treemap.
///
/// Main types: [io.github.tensorloupe.analysis.chart.ChartData],
/// [io.github.tensorloupe.analysis.chart.ChartAxis],
/// [io.github.tensorloupe.analysis.chart.PlotArea], [io.github.tensorloupe.analysis.chart.Treemap].
///
/// May use: `format`, `model`, `work`, `text`, `analysis.distribution`.
package io.github.tensorloupe.analysis.chart;
