/// The problems pane: findings about structure and values, grouped by kind, each with a link to its
/// tensor or bytes.
///
/// Main types: [io.github.tensorloupe.desktop.pane.problems.ProblemsView],
/// [io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel].
///
/// May use: `text`, `format`, `model`, `analysis.health`, `desktop.selection`,
/// `desktop.control.copy`, `desktop.control.notice`, `desktop.control.panel`, `desktop.text`,
/// `desktop.theme`, `desktop.control`, `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.problems;
