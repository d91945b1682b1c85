package io.github.tensorloupe.cli;

import module java.base;

/// Draws the content of the window into a file. The window implements it for the command line.
@FunctionalInterface
public interface Screenshot {

  /// Opens the path, waits until everything visible has been computed, and writes the picture.
  /// Replaces an existing PNG file, and no other file.
  ///
  /// @throws IOException if the path cannot be read, there is no such tensor, or the picture cannot
  ///   be written; unless it is a [java.nio.file.FileSystemException], its message is a sentence
  ///   for a person
  void draw(ScreenshotRequest request) throws IOException;

  /// The names of the panes that can be drawn, in lower case. Asked for only where a name is given
  /// or completed.
  default List<String> panes() {
    return List.of();
  }
}
