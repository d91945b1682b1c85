/// The tensor tree: a flat list of the visible rows in a table of fixed row height, filtered and
/// sorted in the model, so that a million tensors scroll like ten.
///
/// Main types: [io.github.tensorloupe.desktop.pane.tree.TensorTreeView],
/// [io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel],
/// [io.github.tensorloupe.desktop.pane.tree.TreeFilter].
///
/// May use: `format`, `model`, `text`, `work`, `analysis.health`, `analysis.layers`,
/// `quantization`, `adapter`, `export`, `desktop.control.table`, `desktop.control.panel`,
/// `desktop.control.copy`, `desktop.error`, `desktop.job`, `desktop.selection`, `desktop.text`,
/// `desktop.theme`, `desktop.control`, `desktop.session`, `desktop.control.names`,
/// `desktop.selection.figures`.
package io.github.tensorloupe.desktop.pane.tree;
