/// Two checkpoints beside each other: the run that compares them and its state in the status bar.
/// Each pane of a comparison is a package below this one.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.ComparisonScan],
/// [io.github.tensorloupe.desktop.pane.comparison.ComparisonChip],
/// [io.github.tensorloupe.desktop.pane.comparison.CompareFlow] (asks what to compare),
/// [io.github.tensorloupe.desktop.pane.comparison.ReportFlow].
///
/// May use: `text`, `format`, `work`, `model`, `compare`, `compare.report`, `export`,
/// `desktop.command`, `desktop.control`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.settings`, `storage`, `desktop.text`,
/// `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison;
