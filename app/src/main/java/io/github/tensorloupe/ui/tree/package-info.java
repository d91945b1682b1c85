/// The tensor tree: a flat list of the visible rows in a table of fixed row height, filtered and
/// sorted in the model, so that a million tensors scroll like ten.
///
/// Main types: [io.github.tensorloupe.ui.tree.TensorTreeView],
/// [io.github.tensorloupe.ui.tree.TensorTreeViewModel], [io.github.tensorloupe.ui.tree.TreeFilter].
///
/// May use: `prefs.session`, `ui.arrangement`, `format`, `model`, `work`, `analysis.health`,
/// `analysis.layers`, `ui.copy`, `ui.error`, `ui.job`, `ui.selection`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.tree;
