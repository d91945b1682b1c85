package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// Paths within sentences: a file's name may hold line breaks and characters that turn the text
/// around.
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
}
