/// Keyboard shortcuts: those of commands, which can be changed, and those of panes.
///
/// Main types: [io.github.tensorloupe.desktop.pane.shortcuts.ShortcutsFlow] (shows the panel),
/// [io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing].
///
/// May use: `storage`, `desktop.command`, `desktop.control.panel`, `desktop.control.notice`,
/// `desktop.settings`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.shortcuts;
