/// The selected pair of a comparison: A, B and B − A side by side in document panes, which the
/// window creates, and its changed bits.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.sides.SidesView] and
/// [io.github.tensorloupe.desktop.pane.comparison.sides.DifferenceSearch].
///
/// May use: `format`, `element`, `work`, `model`, `compare`, `text`, `desktop.job`,
/// `desktop.selection`, `desktop.control.panel`, `desktop.control`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.comparison.sides;
