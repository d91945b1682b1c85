package io.github.tensorloupe.model;

import module java.base;

/// Conversions of paths to absolute paths that lead to the same file.
public final class AbsolutePaths {

  /// Limits the time for files in thousands of nested folders.
  private static final int MAX_FOLDERS_ABOVE = 32;

  private AbsolutePaths() {}

  /// Returns the folders that contain a file, the nearest first, at most 32.
  ///
  /// @param file an absolute path
  public static Stream<Path> foldersAbove(Path file) {
    return Stream.iterate(file.getParent(), Objects::nonNull, Path::getParent)
        .limit(MAX_FOLDERS_ABOVE);
  }

  /// Returns an absolute path without `.` and `..`. Resolves links before the last `..`, because
  /// `link/..` is the parent of the link's target. Preserves links after it.
  public static Path of(Path path) {
    Path absolute = path.toAbsolutePath();
    for (int i = absolute.getNameCount() - 1; i >= 0; i--) {
      if (absolute.getName(i).toString().equals("..")) {
        try {
          Path parent = absolute.getRoot().resolve(absolute.subpath(0, i + 1)).toRealPath();
          return i + 1 < absolute.getNameCount()
              ? parent.resolve(absolute.subpath(i + 1, absolute.getNameCount())).normalize()
              : parent;
        } catch (IOException e) {
          // The path does not exist.
          return absolute.normalize();
        }
      }
    }
    return absolute.normalize();
  }
}
