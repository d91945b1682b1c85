/// Export of tensors to files of other formats.
///
/// Main types: [io.github.tensorloupe.desktop.pane.export.ExportFlow] (shows the panel),
/// [io.github.tensorloupe.desktop.pane.export.ExportViewModel] and
/// [io.github.tensorloupe.desktop.pane.export.ExportPanel].
///
/// May use: `text`, `format`, `work`, `model`, `export`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.job`, `desktop.error`, `desktop.text`, `desktop.theme`,
/// `desktop.control`.
package io.github.tensorloupe.desktop.pane.export;
