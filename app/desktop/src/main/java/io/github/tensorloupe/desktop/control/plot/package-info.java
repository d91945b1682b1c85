/// The geometry of charts: axes, scales, bins, round ticks, and the rectangle of the bars. Nothing
/// here is drawn.
///
/// Main types: [io.github.tensorloupe.desktop.control.plot.ChartData],
/// [io.github.tensorloupe.desktop.control.plot.ChartAxis],
/// [io.github.tensorloupe.desktop.control.plot.PlotArea].
///
/// May use: `format`, `model`, `work`, `text`, `analysis.distribution`.
package io.github.tensorloupe.desktop.control.plot;
