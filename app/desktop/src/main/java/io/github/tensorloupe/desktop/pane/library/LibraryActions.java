package io.github.tensorloupe.desktop.pane.library;

import module java.base;

/// Actions of the window for the library.
public interface LibraryActions {

  /// Opens a checkpoint in this window.
  void open(Path path);

  /// Opens a checkpoint in a new window.
  void openInNewWindow(Path path);

  /// Shows a path in the file manager.
  void reveal(Path path);

  /// Copies a text to the clipboard.
  void copy(String text);

  /// Asks for a folder; empty if the user canceled.
  Optional<Path> chooseFolder();
}
