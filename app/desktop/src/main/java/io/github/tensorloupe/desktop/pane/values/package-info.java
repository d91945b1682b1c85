/// The numbers of a slice of the selected tensor, in a grid that is virtual in both directions.
///
/// Main types: [io.github.tensorloupe.desktop.pane.values.ValuesView] and
/// [io.github.tensorloupe.desktop.pane.values.ValuesViewModel].
///
/// May use: `format`, `element`, `work`, `model`, `edit`, `analysis.health`, `analysis.slice`,
/// `compare`, `desktop.job`, `desktop.selection`, `desktop.control.copy`, `desktop.control.canvas`,
/// `desktop.control.panel`, `desktop.control.slice`, `desktop.text`, `desktop.theme`,
/// `desktop.error`, `desktop.control`, `desktop.pane`, `desktop.control.heading`,
/// `desktop.command`.
package io.github.tensorloupe.desktop.pane.values;
