package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.model.SentenceException;

/// The desktop's own view of folders. Stands between the window and the desktop, because there is
/// none without a display.
@FunctionalInterface
public interface FileManager {

  /// There is none.
  FileManager NONE =
      path -> {
        throw new SentenceException("There is no file manager here.");
      };

  /// Opens the folder that something is in, and marks it there where the desktop can. Blocks the
  /// calling thread until the desktop has taken it.
  ///
  /// @throws IOException if that fails; the message is a sentence
  void show(Path path) throws IOException;
}
