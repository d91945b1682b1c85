package io.github.tensorloupe.ui.metadata;

import java.nio.file.Path;
import java.util.Optional;

/// A person who always chooses the same files, or none.
final class ScriptedFiles implements MetadataFiles {

  Optional<Path> json = Optional.empty();
  Optional<Path> jsonTarget = Optional.empty();
  Optional<Path> picture = Optional.empty();

  @Override
  public Optional<Path> chooseJsonFile() {
    return json;
  }

  @Override
  public Optional<Path> chooseJsonTarget(String suggestedName) {
    return jsonTarget;
  }

  @Override
  public Optional<Path> choosePicture() {
    return picture;
  }
}
