package io.github.tensorloupe.desktop.pane.save;

import java.nio.file.Path;

/// Where a save goes.
public sealed interface Destination {

  /// Into the files themselves.
  record SameFiles() implements Destination {}

  /// Into a copy of the only file.
  ///
  /// @param replaces whether a file that is there already gives way
  record CopyOfFile(Path path, boolean replaces) implements Destination {}

  /// Into copies of all files.
  ///
  /// @param from the folder that the files are in, directly or further down
  /// @param to an existing folder that takes them in the same arrangement
  record CopiesInFolder(Path from, Path to) implements Destination {}
}
