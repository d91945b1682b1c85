package io.github.tensorloupe.cli;

import java.io.IOException;
import java.util.List;

/// Draws the window's content into a file. The command line only declares it: whoever knows the
/// window implements it.
@FunctionalInterface
public interface Screenshot {

  /// Opens what is at the path, waits until everything that is to be seen has been computed, and
  /// writes the picture. Replaces a PNG file that is there, and nothing else.
  ///
  /// @throws IOException if the path cannot be read, there is no such tensor, or the picture cannot
  ///   be written; unless it is a [java.nio.file.FileSystemException], its message is a sentence
  ///   for a person
  void draw(ScreenshotRequest request) throws IOException;

  /// The names of the panes that can be drawn, in lower case. Asked for only where a name is given or
  /// completed.
  default List<String> panes() {
    return List.of();
  }
}
