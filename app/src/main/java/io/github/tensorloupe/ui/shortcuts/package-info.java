/// The keys of all commands, listed and changed, and the keys that the panes have of their own.
///
/// Main types: [io.github.tensorloupe.ui.shortcuts.ShortcutsFlow] (shows the panel),
/// [io.github.tensorloupe.ui.shortcuts.ShortcutEditing].
///
/// May use: `prefs`, `ui.command`, `ui.panel`, `ui.settings`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.shortcuts;
