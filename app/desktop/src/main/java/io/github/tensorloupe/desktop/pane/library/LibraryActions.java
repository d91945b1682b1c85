package io.github.tensorloupe.desktop.pane.library;

import java.nio.file.Path;
import java.util.Optional;

/// What the window does for the library.
public interface LibraryActions {

  /// Opens something in this window.
  void open(Path path);

  /// Opens something in a window of its own.
  void openInNewWindow(Path path);

  /// Shows where something is, in the file manager of the desktop.
  void reveal(Path path);

  /// Puts a text into the clipboard.
  void copy(String text);

  /// Asks for a folder; empty where the person changed their mind.
  Optional<Path> chooseFolder();
}
