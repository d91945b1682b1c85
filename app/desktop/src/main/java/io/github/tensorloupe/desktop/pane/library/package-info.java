/// Models on disk, as a gallery or a table: recent files, and models found in caches and in added
/// folders.
///
/// Main types: [io.github.tensorloupe.desktop.pane.library.LibraryView] and
/// [io.github.tensorloupe.desktop.pane.library.LibraryViewModel].
///
/// May use: `text`, `format`, `work`, `model`, `identify`, `library`, `adapter`, `demo`, `storage`,
/// `save`, `export`, `analysis.chunk`, `analysis.health`, `analysis.layers`, `quantization`,
/// `desktop.selection`, `desktop.command`, `desktop.job`, `desktop.control.copy`,
/// `desktop.control.notice`, `desktop.control.panel`, `desktop.control.table`, `desktop.error`,
/// `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.library;
