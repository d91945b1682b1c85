/// Writing tensors into files of other formats: which, in what format, where to, and how far it is.
///
/// Main types: [io.github.tensorloupe.ui.export.ExportFlow] (shows the panel),
/// [io.github.tensorloupe.ui.export.ExportViewModel] and
/// [io.github.tensorloupe.ui.export.ExportPanel].
///
/// May use: `format`, `work`, `model`, `export`, `ui.selection`, `ui.panel`, `ui.job`, `ui.error`,
/// `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.export;
