package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.model.ShardSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Where the manifest of a checkpoint is or will be.
final class ManifestPlace {

  private ManifestPlace() {}

  /// The place that was named, or the usual one beside the checkpoint.
  static Location of(Location checkpoint, Optional<Path> named, Path workingDirectory) {
    if (named.isPresent()) {
      return new Location(named.get().toString(), workingDirectory.resolve(named.get()));
    }
    Path path = checkpoint.path();
    Path usual = Manifest.usualPath(path, ShardSet.isIndexName(path));
    return Files.isDirectory(path) ? checkpoint.descendant(usual) : checkpoint.sibling(usual);
  }
}
