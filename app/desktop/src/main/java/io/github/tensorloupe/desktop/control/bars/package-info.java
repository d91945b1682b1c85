/// Bar charts above a table of the same rows.
///
/// Main types: [io.github.tensorloupe.desktop.control.bars.BarsCanvas] (a bar chart),
/// [io.github.tensorloupe.desktop.control.bars.ChartedTable] (charts and a table with a common
/// selection).
///
/// May use: `export`, `desktop.control.canvas`, `desktop.control.plot`, `desktop.control.panel`,
/// `desktop.control.table`, `desktop.control`, `desktop.theme`.
package io.github.tensorloupe.desktop.control.bars;
