/// Saving: review of changes and plans, progress, outcome of each file, unsaved changes and
/// interrupted saves.
///
/// Main types: [io.github.tensorloupe.desktop.pane.save.SaveFlow] (shows the panels),
/// [io.github.tensorloupe.desktop.pane.save.SaveViewModel] and
/// [io.github.tensorloupe.desktop.pane.save.SavePanel] (one save),
/// [io.github.tensorloupe.desktop.pane.save.RecoveryPanel] (interrupted saves).
///
/// May use: `format`, `work`, `model`, `edit`, `identify`, `save`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.control.notice`, `desktop.job`, `desktop.error`,
/// `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.save;
