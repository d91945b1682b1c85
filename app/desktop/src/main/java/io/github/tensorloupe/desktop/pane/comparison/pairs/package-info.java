/// The pairs of a comparison as a tree of names: flat rows that are filtered, sorted and summed up
/// in the background, so that half a million pairs scroll like ten.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.pairs.PairsView],
/// [io.github.tensorloupe.desktop.pane.comparison.pairs.PairsViewModel],
/// [io.github.tensorloupe.desktop.pane.comparison.pairs.PairFilter].
///
/// May use: `text`, `format`, `work`, `model`, `compare`, `desktop.command`, `desktop.control`,
/// `desktop.control.copy`, `desktop.control.panel`, `desktop.control.notice`,
/// `desktop.control.table`, `desktop.error`, `desktop.job`, `desktop.pane`, `desktop.selection`,
/// `desktop.text`, `desktop.theme`, `desktop.session`, `desktop.control.names`,
/// `desktop.selection.figures`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.comparison.pairs;
