/// The overview pane: what is open, whether it loads, and what is in it, at a glance.
///
/// Main types: [io.github.tensorloupe.ui.overview.OverviewView],
/// [io.github.tensorloupe.ui.overview.OverviewViewModel],
/// [io.github.tensorloupe.ui.overview.Overview] (everything it says),
/// [io.github.tensorloupe.ui.overview.Verdict].
///
/// May use: `format`, `model`, `work`, `identify`, `analysis.health`, `ui.error`, `ui.job`,
/// `ui.selection`, `ui.copy`, `ui.text`, `ui.theme`, `ui.overview.treemap`, `ui.follow`.
package io.github.tensorloupe.ui.overview;
