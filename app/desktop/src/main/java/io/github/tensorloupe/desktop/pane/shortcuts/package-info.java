/// Keyboard shortcuts: the shortcuts of commands, which can be changed, and the fixed shortcuts of
/// panes.
///
/// May use: `desktop.storage`, `desktop.command`, `desktop.control.panel`,
/// `desktop.control.notice`, `desktop.settings`, `desktop.text`, `desktop.theme`,
/// `desktop.control`.
package io.github.tensorloupe.desktop.pane.shortcuts;
