package io.github.tensorloupe.ui;

import java.nio.file.Path;
import java.util.Optional;

/// Asks a person for something to open. Stands between the window and the desktop's own dialogs,
/// which do not exist without a display.
public interface FileDialogs {

  /// Asks for a safetensors file or an index; empty where the person changed their mind.
  Optional<Path> chooseFile();

  /// Asks for a folder; empty where the person changed their mind.
  Optional<Path> chooseFolder();
}
