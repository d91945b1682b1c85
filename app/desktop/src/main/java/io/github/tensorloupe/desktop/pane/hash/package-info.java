/// The hashes of the open files, compared with the expected ones.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hash.HashView] (a column of sections) and
/// [io.github.tensorloupe.desktop.pane.hash.HashViewModel].
///
/// May use: `format`, `work`, `model`, `integrity`, `integrity.hash`, `integrity.expected`,
/// `desktop.selection`, `desktop.job`, `desktop.command`, `desktop.error`, `desktop.control.copy`,
/// `desktop.control.panel`, `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`,
/// `desktop.pane.hash.tensors`, `export`, `save`.
package io.github.tensorloupe.desktop.pane.hash;
