/// The painter of charts on canvases and in SVG pictures, and their geometry: axes, scales, bins,
/// round ticks, and the rectangle of the bars.
///
/// Main types: [io.github.tensorloupe.desktop.control.plot.Plot],
/// [io.github.tensorloupe.desktop.control.plot.PlotArea],
/// [io.github.tensorloupe.desktop.control.plot.ChartData],
/// [io.github.tensorloupe.desktop.control.plot.ChartAxis].
///
/// May use: `format`, `model`, `work`, `text`, `analysis.distribution`, `export`,
/// `desktop.control.canvas`.
package io.github.tensorloupe.desktop.control.plot;
