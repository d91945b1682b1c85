package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

/// Asks a person for the files that the metadata pane reads and writes. Stands between the pane and
/// the desktop's own dialogs, which do not exist without a display.
public interface MetadataFiles {

  /// Asks for a JSON file to read; empty where the person changed their mind.
  Optional<Path> chooseJsonFile();

  /// Asks where to write a JSON file; empty where the person changed their mind.
  ///
  /// @param suggestedName the file name to begin with
  Optional<Path> chooseJsonTarget(String suggestedName);

  /// Asks for a picture; empty where the person changed their mind.
  Optional<Path> choosePicture();
}
