/// Bars over a table of the same things.
///
/// Main types: [io.github.tensorloupe.desktop.control.bars.BarsCanvas] (bars that are drawn),
/// [io.github.tensorloupe.desktop.control.bars.ChartedTable] (charts and a table in which the same
/// row is selected).
///
/// May use: `desktop.control.canvas`, `desktop.control.panel`, `desktop.control.table`,
/// `desktop.control`, `desktop.theme`.
package io.github.tensorloupe.desktop.control.bars;
