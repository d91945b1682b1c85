/// The metadata of two checkpoints side by side.
///
/// Main types: [io.github.tensorloupe.desktop.pane.comparison.metadata.MetadataPairsView].
///
/// May use: `format`, `model`, `edit`, `compare`, `compare.report`, `identify`, `desktop.command`,
/// `desktop.job`, `desktop.control.panel`, `desktop.pane`, `desktop.selection`, `desktop.text`,
/// `desktop.theme`.
package io.github.tensorloupe.desktop.pane.comparison.metadata;
