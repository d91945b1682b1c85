package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.SaveTargets;

/// Asks the user for files and folders. An interface, because the native dialogs of the desktop do
/// not exist without a display. Belongs to the FX thread. Every result is empty if the user
/// canceled; the default methods behave as if the user had canceled.
public interface FileDialogs extends SaveTargets {

  enum Existing {
    /// A safetensors file or an index.
    CHECKPOINT,
    FOLDER,
    /// A folder whose models the library is to list.
    FOLDER_FOR_LIBRARY,
    FOLDER_OF_COPIES,
    FOLDER_OF_EXPORTS,
    /// The target folder of files copied from a server.
    FOLDER_OF_DOWNLOADS,
    JSON,
    /// The manifest that a checkpoint is compared with.
    MANIFEST,
    PICTURE
  }

  /// Sets the folder in which the next dialog starts.
  ///
  /// @param folder empty for the folder of the last answer
  default FileDialogs startingIn(Optional<Path> folder) {
    return this;
  }

  /// Asks for one file or folder.
  default Optional<Path> choose(Existing kind) {
    return Optional.empty();
  }

  /// Asks for safetensors files.
  default List<Path> chooseFiles() {
    return List.of();
  }

  /// Asks for the path of a copy. An existing file may be replaced, since the user has confirmed
  /// that.
  ///
  /// @param original the file that is copied
  default Optional<Path> chooseCopy(Path original) {
    return Optional.empty();
  }

  @Override
  default Optional<Path> chooseTarget(String suggestedName) {
    return Optional.empty();
  }
}
