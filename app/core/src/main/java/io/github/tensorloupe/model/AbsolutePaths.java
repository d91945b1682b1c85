package io.github.tensorloupe.model;

import module java.base;

/// Makes paths absolute without changing the file that they lead to.
public final class AbsolutePaths {

  private AbsolutePaths() {}

  /// Returns an absolute path without `.` and `..`. Resolves the links before the last `..`,
  /// because `link/..` is the parent of the link's target. Other links remain.
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
          // A path that does not exist.
          return absolute.normalize();
        }
      }
    }
    return absolute.normalize();
  }
}
