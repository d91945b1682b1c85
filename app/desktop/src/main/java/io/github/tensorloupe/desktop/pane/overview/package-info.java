/// The overview pane: what is open, whether it loads, and what is in it, at a glance.
///
/// Main types: [io.github.tensorloupe.desktop.pane.overview.OverviewView],
/// [io.github.tensorloupe.desktop.pane.overview.OverviewViewModel],
/// [io.github.tensorloupe.desktop.pane.overview.Overview] (everything it says),
/// [io.github.tensorloupe.desktop.pane.overview.Verdict].
///
/// May use: `integrity.hash`, `integrity.expected`, `text`, `format`, `model`, `work`, `identify`,
/// `analysis.health`, `quantization`, `desktop.error`, `desktop.job`, `desktop.selection`,
/// `desktop.control.copy`, `desktop.control.notice`, `desktop.control.panel`, `desktop.text`,
/// `desktop.theme`, `desktop.pane.overview.treemap`, `desktop.control`, `desktop.pane`,
/// `desktop.command`, `desktop.control.names`.
package io.github.tensorloupe.desktop.pane.overview;
