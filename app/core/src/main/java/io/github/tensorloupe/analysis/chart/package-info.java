/// A distribution on the axes of a chart: scales, bins, round ticks, and the rectangle that the
/// bars are placed in. Draws nothing.
///
/// Main types: [io.github.tensorloupe.analysis.chart.ChartData],
/// [io.github.tensorloupe.analysis.chart.ChartAxis],
/// [io.github.tensorloupe.analysis.chart.PlotArea].
///
/// May use: `analysis.distribution`.
package io.github.tensorloupe.analysis.chart;
