package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;

/// The tab of a workspace, with access to the other tabs and windows. The default methods serve a
/// picture of a workspace, which can open nothing. Belongs to the FX thread.
interface TabHost {

  /// The commands for tabs and windows.
  Set<Command> COMMANDS =
      EnumSet.of(
          Command.NEW_WINDOW,
          Command.NEW_TAB,
          Command.NEXT_TAB,
          Command.PREVIOUS_TAB,
          Command.TAB_TO_WINDOW,
          Command.REOPEN_CLOSED,
          Command.CLOSE,
          Command.QUIT);

  /// Binds the commands for tabs and windows.
  default void bind(Commands commands, Workspace workspace) {
    COMMANDS.forEach(each -> commands.bind(each, () -> {}, new SimpleBooleanProperty(false)));
  }

  /// Returns true if the tab shows documents and never the library.
  default boolean isForDocuments() {
    return false;
  }

  /// Returns the open documents of all windows.
  default OpenDocuments documents() {
    return new OpenDocuments(List::of, _ -> {});
  }

  /// Opens a document in a new tab, or selects the tab that shows it already.
  default void open(RememberedDocument document) {}

  /// Opens results of a survey together in a new tab.
  ///
  /// @param results at least one
  default void openSurveys(List<Path> results) {}

  default void openInNewWindow(Path path) {}

  /// Returns the paths of all open checkpoints, in all windows.
  default List<Path> openCheckpoints() {
    return List.of();
  }
}
