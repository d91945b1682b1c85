/// What does not work: failures of background work as sentences for a person, with all that is
/// known of them to be copied, and faults of the program itself, which a pane keeps from the
/// others.
///
/// Main types: [io.github.tensorloupe.ui.error.Failure], [io.github.tensorloupe.ui.error.Failures]
/// (makes them of what was thrown), [io.github.tensorloupe.ui.error.DetailsButton] (copies them),
/// [io.github.tensorloupe.ui.error.GuardedPane] (keeps the faults of a pane from the window),
/// [io.github.tensorloupe.ui.error.LivePane] (one that the window turns to),
/// [io.github.tensorloupe.ui.error.PaneException] (work has failed that a pane needs),
/// [io.github.tensorloupe.ui.error.FaultRate] (keeps faults from flooding).
///
/// May use: `format`, `log`, `model`, `save`, `ui.copy`, `ui.job`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.error;
