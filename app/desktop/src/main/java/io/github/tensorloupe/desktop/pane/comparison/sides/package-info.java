/// The selected pair of a comparison, side by side: A, B and B − A in the panes that documents
/// have, which the window makes, and which bits of it changed.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.sides.SidesView] and
/// [io.github.tensorloupe.desktop.pane.comparison.sides.DifferenceSearch].
///
/// May use: `format`, `element`, `work`, `model`, `compare`, `text`, `desktop.job`,
/// `desktop.selection`, `desktop.control.panel`, `desktop.control`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.comparison.sides;
