/// The comparison of two checkpoints: the background run and its report. Each comparison pane is a
/// package below this one.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.ComparisonScan],
/// [io.github.tensorloupe.desktop.pane.comparison.ReportFlow].
///
/// May use: `text`, `format`, `work`, `model`, `compare`, `compare.report`, `export`,
/// `desktop.command`, `desktop.control`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.settings`, `desktop.storage`, `desktop.text`,
/// `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison;
