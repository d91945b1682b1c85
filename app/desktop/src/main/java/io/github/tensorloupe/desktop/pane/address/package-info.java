/// Opening files on a server: entering an address, choosing one of the checkpoints of a repository,
/// the question before a large transfer, and the copy into a folder.
///
/// May use: `text`, `format`, `model`, `work`, `remote`, `save`, `export`,
/// `desktop.control.notice`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.text`.
package io.github.tensorloupe.desktop.pane.address;
