package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// Conversions between paths and text. Escapes paths in sentences, because file names may contain
/// line breaks and bidirectional control characters.
public final class PathText {

  // Exceeds the maximum path length of most systems.
  private static final int MAX_CHARACTERS = 5000;

  private PathText() {}

  public static String of(Path path) {
    return of(path.toString());
  }

  public static String of(String path) {
    return DisplayText.of(path, MAX_CHARACTERS);
  }

  /// Returns the path with a name, or empty if the name is empty or cannot be represented in the
  /// encoding of file names.
  public static Optional<Path> path(String name) {
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
