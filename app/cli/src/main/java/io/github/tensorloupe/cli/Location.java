package io.github.tensorloupe.cli;

import module java.base;

/// A path and its text in output.
///
/// @param text the argument as typed; for a file below a folder argument, the folder as typed, a
///   slash and the relative path
/// @param path the path for file operations
record Location(String text, Path path) {

  Location {
    // Windows allows lone surrogates in names, but UTF-8 has no bytes for them.
    text = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /// Returns the location of this folder or of a path below it.
  ///
  /// @param descendant a path that starts with the path of this location
  Location descendant(Path descendant) {
    if (descendant.equals(path)) {
      return this;
    }
    StringBuilder longer = new StringBuilder(text);
    for (Path name : descendant.subpath(path.getNameCount(), descendant.getNameCount())) {
      longer.append(text.endsWith("/") && longer.length() == text.length() ? "" : "/").append(name);
    }
    return new Location(longer.toString(), descendant);
  }

  /// Returns the same path with another file name in output.
  Location named(String name) {
    String own = path.getFileName().toString();
    return text.endsWith(own)
        ? new Location(text.substring(0, text.length() - own.length()) + name, path)
        : this;
  }

  /// Returns the location of a file in the same folder.
  ///
  /// @param sibling a path that differs from this path in the file name only
  Location sibling(Path sibling) {
    int ownNameBegin = text.lastIndexOf(path.getFileName().toString());
    // The text of a path found in a folder may have another name, but always after a slash.
    int nameBegin = ownNameBegin < 0 ? text.lastIndexOf('/') + 1 : ownNameBegin;
    String folder = text.substring(0, nameBegin);
    return new Location(folder + sibling.getFileName(), sibling);
  }
}
