package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Dialogs that answer immediately with the values that a test has set.
public final class ScriptedDialogs implements FileDialogs {

  public Optional<Path> file = Optional.empty();
  public Optional<Path> folder = Optional.empty();
  public Optional<Path> copy = Optional.empty();
  public Optional<Path> folderOfCopies = Optional.empty();
  public Optional<Path> folderOfExports = Optional.empty();
  public Optional<Path> jsonFile = Optional.empty();
  public Optional<Path> manifest = Optional.empty();
  public Optional<Path> picture = Optional.empty();
  public Optional<Path> target = Optional.empty();
  public List<Path> files = List.of();

  /// The folder in which the last dialog started.
  public Optional<Path> start = Optional.empty();

  @Override
  public FileDialogs startingIn(Optional<Path> folder) {
    start = folder;
    return this;
  }

  @Override
  public Optional<Path> choose(Existing kind) {
    return switch (kind) {
      case CHECKPOINT -> file;
      case FOLDER, FOLDER_FOR_LIBRARY -> folder;
      case FOLDER_OF_COPIES -> folderOfCopies;
      case FOLDER_OF_EXPORTS, FOLDER_OF_DOWNLOADS -> folderOfExports;
      case JSON -> jsonFile;
      case MANIFEST -> manifest;
      case PICTURE -> picture;
    };
  }

  @Override
  public List<Path> chooseFiles() {
    return files;
  }

  @Override
  public Optional<Path> chooseTarget(String suggestedName) {
    return target;
  }

  @Override
  public Optional<Path> chooseCopy(Path original) {
    return copy;
  }
}
