package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.SaveTargets;

/// Asks a person for files and folders. Stands between the window and the desktop's own dialogs,
/// which do not exist without a display. Belongs to the FX thread; every answer is empty where the
/// person canceled.
public interface FileDialogs extends SaveTargets {

  enum Existing {
    /// A safetensors file or an index.
    CHECKPOINT,
    /// A folder of checkpoints.
    FOLDER,
    /// The folder that takes copies.
    FOLDER_OF_COPIES,
    /// The folder that takes exported files.
    FOLDER_OF_EXPORTS,
    /// A JSON file with metadata.
    JSON,
    /// The manifest that a checkpoint is compared with.
    MANIFEST,
    /// A picture.
    PICTURE
  }

  /// Asks for one file or folder.
  Optional<Path> choose(Existing kind);

  /// Asks for safetensors files.
  List<Path> chooseFiles();

  /// Asks for the path of a copy. A file that is there already may be replaced: the person has
  /// confirmed that.
  ///
  /// @param original the file that is copied
  Optional<Path> chooseCopy(Path original);
}
