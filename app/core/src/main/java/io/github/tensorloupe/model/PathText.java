package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// Conversions between paths and displayed text. Escapes line breaks and bidirectional control
/// characters, which file names may contain.
public final class PathText {

  // More than the maximum path length of most systems.
  private static final int MAX_CHARACTERS = 5000;

  /// The number of an open file or folder, which users do not know.
  private static final Pattern HANDLE = Pattern.compile("^/proc/self/fd/\\d+(?:/|$)");

  private PathText() {}

  /// Returns the path of a failure for display, or "the file" if the failure has none.
  public static Object ofFile(FileSystemException failure) {
    String file =
        HANDLE.matcher(Objects.requireNonNullElse(failure.getFile(), "")).replaceFirst("");
    return file.isEmpty() ? Sentence.of("the file") : of(file);
  }

  public static String of(Path path) {
    return of(path.toString());
  }

  public static String of(String path) {
    return DisplayText.of(path, MAX_CHARACTERS);
  }

  /// Returns the path with a name, or empty if the name is empty or not representable in the
  /// encoding of file names.
  public static Optional<Path> path(String name) {
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
