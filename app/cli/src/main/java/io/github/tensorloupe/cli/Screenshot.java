package io.github.tensorloupe.cli;

import module java.base;

/// Draws the content of the window into a file. The window implements it for the command line.
@FunctionalInterface
public interface Screenshot {

  /// Opens the path, waits until everything visible has been computed, and writes the picture.
  /// Replaces an existing PNG file, and no other file.
  ///
  /// @throws CancellationException if the process is terminated while the picture is written
  /// @throws IOException if the path cannot be read, the tensor does not exist, or the picture
  ///   cannot be written; the message is a sentence, except in a
  ///   [java.nio.file.FileSystemException]
  void draw(ScreenshotRequest request) throws IOException;

  /// Returns the names of the panes that can be drawn, in lower case. Called only if a name is
  /// given or completed.
  default List<String> panes() {
    return List.of();
  }
}
