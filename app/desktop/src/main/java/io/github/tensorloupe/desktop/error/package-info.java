/// Failures: those of background work as sentences for a person, with all that is known of them to
/// be copied, and faults of the program itself, which a pane keeps from the others.
///
/// Main types: [io.github.tensorloupe.desktop.error.Failure],
/// [io.github.tensorloupe.desktop.error.Failures] (makes them of what was thrown),
/// [io.github.tensorloupe.desktop.error.DetailsButton] (copies them),
/// [io.github.tensorloupe.desktop.error.GuardedPane] (keeps the faults of a pane from the window),
/// [io.github.tensorloupe.desktop.error.GuardedPanes.LivePane] (one that the window turns to),
/// [io.github.tensorloupe.desktop.error.PaneException] (work has failed that a pane needs).
///
/// May use: `format`, `text`, `model`, `save`, `desktop.control.copy`, `desktop.job`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.error;
