package io.github.tensorloupe.cli;

import module java.base;

/// Draws the content of the window to a file. Implemented by the window.
@FunctionalInterface
public interface Screenshot {

  /// Opens a path, waits until all visible content has been computed, and writes the picture.
  /// Replaces only existing PNG files.
  ///
  /// @throws CancellationException if the process is terminated while the picture is written
  /// @throws IOException if the path cannot be read, the tensor does not exist, or the picture
  ///   cannot be written; the message is a sentence, except for a
  ///   [java.nio.file.FileSystemException]
  void draw(ScreenshotRequest request) throws IOException;

  /// Returns the names of the panes in lowercase. Called only to parse or complete a name.
  default List<String> panes() {
    return List.of();
  }
}
