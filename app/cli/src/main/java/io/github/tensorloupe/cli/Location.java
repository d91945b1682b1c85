package io.github.tensorloupe.cli;

import module java.base;

/// A path and its printed form: the argument as typed or, for a file found in a folder argument,
/// the folder as typed, a slash and the relative path.
record Location(String text, Path path) {

  Location {
    // Windows allows unpaired surrogates in names, but UTF-8 cannot encode them.
    text = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /// Returns the location of a path that starts with the path of this location.
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

  /// Returns this location with another file name in its printed form.
  Location named(String name) {
    String fileName = path.getFileName().toString();
    return text.endsWith(fileName)
        ? new Location(text.substring(0, text.length() - fileName.length()) + name, path)
        : this;
  }

  /// Returns the location of a path that differs from this path only in its file name.
  Location sibling(Path sibling) {
    int ownNameBegin = text.lastIndexOf(path.getFileName().toString());
    // The text may end in another name than the path, but this name always follows a slash.
    int nameBegin = ownNameBegin < 0 ? text.lastIndexOf('/') + 1 : ownNameBegin;
    String folder = text.substring(0, nameBegin);
    return new Location(folder + sibling.getFileName(), sibling);
  }
}
