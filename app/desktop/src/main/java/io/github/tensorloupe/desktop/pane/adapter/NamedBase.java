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
    Path path = PathText.path(name).map(Path::normalize).orElse(Path.of(""));
    if (path.toString().isEmpty()) {
      return Optional.empty();
    }
    Path wanted = caches.apply(name).orElse(path);
    String part = folders(wanted);
    return library.stream()
        .filter(model -> folders(model).contains(part))
        .findFirst()
        .or(() -> Optional.of(wanted).filter(NamedBase::isOnThisComputer));
  }

  /// Does not test paths on servers: an adapter must not lead to requests.
  private static boolean isOnThisComputer(Path path) {
    boolean isOnServer = folders(path).startsWith("///");
    return path.isAbsolute() && path.getNameCount() > 0 && !isOnServer && Files.exists(path);
  }

  private static String folders(Path path) {
    return "/" + path.toString().replace('\\', '/') + "/";
  }
}
