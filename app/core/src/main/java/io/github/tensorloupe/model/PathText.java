package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// Paths from names, and within sentences: a file's name may hold line breaks and characters that
/// turn the text around.
public final class PathText {

  /// Longer than any path that most systems open.
  private static final int LIMIT = 5000;

  private PathText() {}

  public static String of(Path path) {
    return of(path.toString());
  }

  public static String of(String path) {
    return DisplayText.of(path, LIMIT);
  }

  /// The path with a name: empty where there is no name, or it cannot be spelled in the encoding of
  /// file names.
  public static Optional<Path> path(String name) {
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
