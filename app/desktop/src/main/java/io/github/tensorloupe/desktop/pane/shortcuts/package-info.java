/// The keys of all commands, listed and changed, and the keys that the panes have of their own.
///
/// Main types: [io.github.tensorloupe.desktop.pane.shortcuts.ShortcutsFlow] (shows the panel),
/// [io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing].
///
/// May use: `storage`, `desktop.command`, `desktop.control.panel`, `desktop.settings`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.shortcuts;
