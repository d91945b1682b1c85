package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.pane.metadata.MetadataFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Asks a person for something to open or a place to save to. Stands between the window and the
/// desktop's own dialogs, which do not exist without a display.
public interface FileDialogs extends MetadataFiles, SaveTargets {

  /// Asks for a safetensors file or an index; empty where the person changed their mind.
  Optional<Path> chooseFile();

  /// Asks for safetensors files; empty where the person changed their mind.
  List<Path> chooseFiles();

  /// Asks for the manifest that a checkpoint is compared with; empty where the person changed their
  /// mind.
  Optional<Path> chooseManifest();

  /// Asks for the path of a copy; empty where the person changed their mind. Whether a file that is
  /// there gives way has been asked then.
  ///
  /// @param original the file that is copied
  Optional<Path> chooseCopy(Path original);

  /// Asks for the folder that takes copies; empty where the person changed their mind.
  Optional<Path> chooseFolderOfCopies();

  /// Asks for the folder that takes exported files; empty where the person changed their mind.
  Optional<Path> chooseFolderOfExports();

  /// Asks for a folder; empty where the person changed their mind.
  Optional<Path> chooseFolder();
}
