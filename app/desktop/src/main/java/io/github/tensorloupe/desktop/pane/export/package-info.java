/// Writing tensors into files of other formats: which, in what format, where to, and how far it is.
///
/// Main types: [io.github.tensorloupe.desktop.pane.export.ExportFlow] (shows the panel),
/// [io.github.tensorloupe.desktop.pane.export.ExportViewModel] and
/// [io.github.tensorloupe.desktop.pane.export.ExportPanel].
///
/// May use: `format`, `work`, `model`, `export`, `desktop.selection`, `desktop.control.panel`,
/// `desktop.job`, `desktop.error`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.export;
