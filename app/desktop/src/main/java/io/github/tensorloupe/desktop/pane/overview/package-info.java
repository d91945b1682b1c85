/// The overview pane: the kind of document, whether it loads, and a summary of its contents.
///
/// Main types: [io.github.tensorloupe.desktop.pane.overview.OverviewView],
/// [io.github.tensorloupe.desktop.pane.overview.OverviewViewModel],
/// [io.github.tensorloupe.desktop.pane.overview.Overview] (everything it says),
/// [io.github.tensorloupe.desktop.pane.overview.Verdict].
///
/// May use: `config`, `integrity.hash`, `integrity.expected`, `text`, `format`, `model`, `work`,
/// `identify`, `analysis.health`, `quantization`, `desktop.error`, `desktop.job`,
/// `desktop.selection`, `desktop.control.copy`, `desktop.control.notice`, `desktop.control.panel`,
/// `desktop.text`, `desktop.theme`, `desktop.pane.overview.treemap`, `desktop.control`,
/// `desktop.pane`, `desktop.command`, `desktop.control.names`.
package io.github.tensorloupe.desktop.pane.overview;
