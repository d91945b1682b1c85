/// One change to the metadata of many files: which files, which change, a dry run, and the report.
///
/// Main types: [io.github.tensorloupe.ui.batch.BatchFlow] (shows the panel),
/// [io.github.tensorloupe.ui.batch.BatchViewModel] and [io.github.tensorloupe.ui.batch.BatchPanel].
///
/// May use: `format`, `work`, `model`, `edit`, `save`, `batch`, `ui.selection`, `ui.panel`,
/// `ui.job`, `ui.error`, `ui.copy`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.batch;
