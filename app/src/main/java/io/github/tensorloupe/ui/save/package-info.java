/// Saving what is pending: what has changed and what would be written, saving with progress, what
/// became of each file, and what is done about unsaved changes and interrupted saves.
///
/// Main types: [io.github.tensorloupe.ui.save.SaveFlow] (which panel follows which),
/// [io.github.tensorloupe.ui.save.SaveViewModel] and [io.github.tensorloupe.ui.save.SavePanel] (the
/// review of a save), [io.github.tensorloupe.ui.save.RecoveryOffer] (interrupted saves).
///
/// May use: `format`, `work`, `model`, `edit`, `save`, `batch`, `ui.selection`, `ui.panel`,
/// `ui.job`, `ui.error`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.save;
