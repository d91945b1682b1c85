/// Opening what lies on a server: an address that a person types or pastes, the checkpoints of a
/// repository to choose from, and the question before much is fetched.
///
/// May use: `text`, `model`, `work`, `remote`, `storage`, `desktop.control`,
/// `desktop.control.notice`, `desktop.control.panel`, `desktop.error`, `desktop.job`,
/// `desktop.pane`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.address;
