package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;

import io.github.tensorloupe.model.PathText;
import java.nio.file.Path;

/// Searches this computer for the base model that an adapter names.
///
/// @param library the models of the library
/// @param caches finds a model of the Hugging Face Hub in the caches by name; blocks
record NamedBase(List<Path> library, Function<String, Optional<Path>> caches) {

  /// Returns the model with a name or path, or empty if it was not found. Blocks.
  Optional<Path> find(String name) {
    Optional<Path> named = PathText.path(name).map(Path::normalize);
    if (named.isEmpty() || named.get().toString().isEmpty()) {
      return Optional.empty();
    }
    Path local = named.get();
    return library.stream()
        .filter(path -> local.isAbsolute() ? path.startsWith(local) : isIn(path, local))
        .findFirst()
        .or(() -> caches.apply(name))
        .or(() -> Optional.of(local).filter(path -> path.isAbsolute() && Files.exists(path)));
  }

  /// Returns true if a path contains the folders of a name, or the folder of a cache for it.
  private static boolean isIn(Path path, Path name) {
    Path cached = Path.of("models--" + name.toString().replace('\\', '/').replace("/", "--"));
    for (int end = path.getNameCount(); end > 0; end--) {
      Path beginning = path.subpath(0, end);
      if (beginning.endsWith(name) || beginning.endsWith(cached)) {
        return true;
      }
    }
    return false;
  }
}
