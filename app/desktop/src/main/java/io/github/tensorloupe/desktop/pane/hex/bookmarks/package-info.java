/// The bookmarks of a file: a list with notes and links to their bytes, stored for the next time
/// the file is opened.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarksView] and
/// [io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarksViewModel].
///
/// May use: `format`, `work`, `element`, `model`, `storage`, `desktop.job`, `desktop.selection`,
/// `desktop.text`, `desktop.theme`, `desktop.error`, `desktop.control`, `desktop.control.copy`,
/// `desktop.control.panel`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.hex.bookmarks;
