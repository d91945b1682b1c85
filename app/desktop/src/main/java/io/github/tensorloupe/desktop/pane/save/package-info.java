/// Saving what is pending: what has changed and what would be written, saving with progress, what
/// became of each file, and what is done about unsaved changes and interrupted saves.
///
/// Main types: [io.github.tensorloupe.desktop.pane.save.SaveFlow] (which panel follows which),
/// [io.github.tensorloupe.desktop.pane.save.SaveViewModel] and
/// [io.github.tensorloupe.desktop.pane.save.SavePanel] (the review of a save),
/// [io.github.tensorloupe.desktop.pane.save.RecoveryOffer] (interrupted saves).
///
/// May use: `format`, `work`, `model`, `edit`, `save`, `batch`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.job`, `desktop.error`, `desktop.text`, `desktop.theme`,
/// `desktop.control`.
package io.github.tensorloupe.desktop.pane.save;
