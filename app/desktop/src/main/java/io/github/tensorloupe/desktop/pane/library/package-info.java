/// What is on disk to open: recent files, and checkpoints found in caches and in folders that a
/// person has added.
///
/// Main types: [io.github.tensorloupe.desktop.pane.library.LibraryView],
/// [io.github.tensorloupe.desktop.pane.library.LibraryViewModel] and
/// [io.github.tensorloupe.desktop.pane.library.RecentMenu].
///
/// May use: `format`, `work`, `model`, `identify`, `library`, `storage`, `desktop.selection`,
/// `desktop.job`, `desktop.error`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.library;
