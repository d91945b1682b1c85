package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.shell.FileDialogs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Dialogs that answer at once with what a test has laid out.
public final class ScriptedDialogs implements FileDialogs {

  public Optional<Path> file = Optional.empty();
  public Optional<Path> folder = Optional.empty();
  public Optional<Path> copy = Optional.empty();
  public Optional<Path> folderOfCopies = Optional.empty();
  public Optional<Path> folderOfExports = Optional.empty();
  public Optional<Path> jsonFile = Optional.empty();
  public Optional<Path> manifest = Optional.empty();
  public Optional<Path> jsonTarget = Optional.empty();
  public Optional<Path> picture = Optional.empty();
  public Optional<Path> target = Optional.empty();
  public List<Path> files = List.of();

  @Override
  public Optional<Path> chooseFile() {
    return file;
  }

  @Override
  public List<Path> chooseFiles() {
    return files;
  }

  @Override
  public Optional<Path> chooseJsonFile() {
    return jsonFile;
  }

  @Override
  public Optional<Path> chooseManifest() {
    return manifest;
  }

  @Override
  public Optional<Path> chooseJsonTarget(String suggestedName) {
    return jsonTarget;
  }

  @Override
  public Optional<Path> choosePicture() {
    return picture;
  }

  @Override
  public Optional<Path> chooseTarget(String suggestedName) {
    return target;
  }

  @Override
  public Optional<Path> chooseCopy(Path original) {
    return copy;
  }

  @Override
  public Optional<Path> chooseFolderOfCopies() {
    return folderOfCopies;
  }

  @Override
  public Optional<Path> chooseFolderOfExports() {
    return folderOfExports;
  }

  @Override
  public Optional<Path> chooseFolder() {
    return folder;
  }
}
