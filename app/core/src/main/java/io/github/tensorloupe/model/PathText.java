package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// Paths within sentences: a file's name may hold line breaks and characters that turn the text
/// around.
public final class PathText {

  /// Longer than any path that most systems open.
  private static final int LIMIT = 5000;

  private PathText() {}

  /// A path in one line, fit to show.
  public static String of(Path path) {
    return of(path.toString());
  }

  /// The name of a file in one line, fit to show.
  public static String of(String path) {
    return DisplayText.of(path, LIMIT);
  }
}
