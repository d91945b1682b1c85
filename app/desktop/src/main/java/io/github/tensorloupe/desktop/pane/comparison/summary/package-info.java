/// The summary of a comparison: both paths, the changes in one sentence, their likely kind, the
/// number of pairs of each kind, the pairs that differ most, and the differences of the headers.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.summary.SummaryView],
/// [io.github.tensorloupe.desktop.pane.comparison.summary.SummaryViewModel].
///
/// May use: `text`, `format`, `work`, `model`, `export`, `compare`, `compare.report`,
/// `desktop.command`, `desktop.control`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison.summary;
