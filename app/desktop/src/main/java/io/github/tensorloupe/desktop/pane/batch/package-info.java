/// Metadata changes of many files, with a dry run and a report.
///
/// Main types: [io.github.tensorloupe.desktop.pane.batch.BatchFlow] (shows the panel) and
/// [io.github.tensorloupe.desktop.pane.batch.BatchViewModel].
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `save`, `batch`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.control.notice`, `desktop.job`, `desktop.error`,
/// `desktop.control.copy`, `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.batch;
