package io.github.tensorloupe.desktop.pane.shortcuts;

import io.github.tensorloupe.desktop.command.Command;

/// One line of the list of keys.
sealed interface ShortcutRow {

  /// The title of what follows.
  record Heading(String text) implements ShortcutRow {}

  /// A command with its keys.
  ///
  /// @param keys as a person reads them; empty if there are none
  /// @param usual whether these are the keys it usually has
  record OfCommand(Command command, String text, String keys, boolean usual)
      implements ShortcutRow {}

  /// Keys of a pane, which cannot be changed.
  record Fixed(String text, String keys) implements ShortcutRow {}
}
