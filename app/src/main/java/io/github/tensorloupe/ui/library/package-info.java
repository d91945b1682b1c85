/// What is on disk to open: recent files, and checkpoints found in caches and in folders that a
/// person has added.
///
/// Main types: [io.github.tensorloupe.ui.library.LibraryView],
/// [io.github.tensorloupe.ui.library.LibraryViewModel] and
/// [io.github.tensorloupe.ui.library.RecentMenu].
///
/// May use: `format`, `work`, `model`, `identify`, `library`, `prefs`, `ui.selection`, `ui.job`,
/// `ui.error`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.library;
