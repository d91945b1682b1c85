/// Failures of background work as messages with details to copy, and the isolation of faulty panes
/// from the rest of the window.
///
/// Main types: [io.github.tensorloupe.desktop.error.Failure],
/// [io.github.tensorloupe.desktop.error.Failures] (creates them from exceptions),
/// [io.github.tensorloupe.desktop.error.DetailsButton] (copies them),
/// [io.github.tensorloupe.desktop.error.LazyPane] (creates a pane and isolates its faults),
/// [io.github.tensorloupe.desktop.error.PaneException] (failed work that a pane needs).
///
/// May use: `format`, `text`, `model`, `save`, `export`, `desktop.control.copy`, `desktop.job`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.error;
