/// Opening what lies on a server: an address that a person types or pastes, the checkpoints of a
/// repository to choose from, the question before much is fetched, and the copy into a folder.
///
/// May use: `text`, `format`, `model`, `work`, `remote`, `save`, `export`,
/// `desktop.control.notice`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.selection`, `desktop.text`.
package io.github.tensorloupe.desktop.pane.address;
