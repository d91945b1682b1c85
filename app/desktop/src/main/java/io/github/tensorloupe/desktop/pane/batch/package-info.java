/// Metadata changes of many files, with a dry run and a report.
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `save`, `batch`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.control.notice`, `desktop.job`, `desktop.error`,
/// `desktop.control.copy`, `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.batch;
