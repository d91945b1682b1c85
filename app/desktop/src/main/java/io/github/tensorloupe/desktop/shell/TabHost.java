package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;

/// The tab of a workbench, with access to the other tabs and windows. The default methods serve a
/// window without tabs, for example while a picture of the window is drawn. Belongs to the FX
/// thread.
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
  default void bind(Commands commands, Workbench workbench) {
    COMMANDS.forEach(each -> commands.bind(each, () -> {}, new SimpleBooleanProperty(false)));
    commands.bind(Command.CLOSE, () -> workbench.leave(workbench.opener()::close));
  }

  /// Returns true if the tab shows documents and never the library.
  default boolean isForDocuments() {
    return false;
  }

  /// Opens a document in a new tab, or selects the tab that shows it already.
  ///
  /// @return false in a window without tabs, where the document replaces the current one
  default boolean open(RememberedDocument document) {
    return false;
  }

  /// Adds a tab for a document, which the caller opens in it. Returns empty in a window without
  /// tabs.
  default Optional<Workbench> addTab(Path first) {
    return Optional.empty();
  }

  default void openInNewWindow(Path path) {}

  /// Returns the library of the window, or empty if it was not shown yet.
  default Optional<Workbench> library() {
    return Optional.empty();
  }

  /// Returns the files of all open documents, in all windows.
  default List<Path> openFiles() {
    return List.of();
  }
}
