/// The summary of a comparison: both paths, what changed in one sentence, what it looks like, how
/// many pairs of each kind there are, which differ most, and how the files differ beside them.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.summary.SummaryView],
/// [io.github.tensorloupe.desktop.pane.comparison.summary.SummaryViewModel].
///
/// May use: `text`, `format`, `work`, `model`, `export`, `compare`, `compare.report`,
/// `desktop.command`, `desktop.control`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison.summary;
