/// The pickle pane: the instructions of a pickle, the classes and functions that it names, and its
/// values. Nothing in the pickle is executed.
///
/// Main types: [io.github.tensorloupe.desktop.pane.pickle.PickleView],
/// [io.github.tensorloupe.desktop.pane.pickle.PickleViewModel],
/// [io.github.tensorloupe.desktop.pane.pickle.PickleLines] (the instructions as a list),
/// [io.github.tensorloupe.desktop.pane.pickle.PickleNode] (a value in the tree).
///
/// May use: `text`, `format`, `model`, `work`, `foreign.pickle`, `foreign.torch`,
/// `desktop.selection`, `desktop.control.notice`, `desktop.control.panel`, `desktop.control.table`,
/// `desktop.control`, `desktop.text`, `desktop.theme`, `desktop.job`, `desktop.error`,
/// `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.pickle;
