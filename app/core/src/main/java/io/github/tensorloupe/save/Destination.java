package io.github.tensorloupe.save;

import module java.base;

/// The destination of a save.
///
/// @param path as it was given
/// @param target links resolved as far as there is something
/// @param isCopy true if it is another file than the one that was opened
/// @param replaces true if a copy may take the place of a file that is there
record Destination(Path path, Path target, boolean isCopy, boolean replaces) {

  static Destination itself(FileOperations operations, Path path) throws IOException {
    return new Destination(path, operations.realPath(path), false, true);
  }

  /// Another file; the file itself if it is that and may be replaced.
  ///
  /// @param file that is copied
  /// @throws IOException if its folder is not there, or the path names none
  static Destination copy(FileOperations operations, Path file, Path copy, boolean replaces)
      throws IOException {
    // Not normalized: the folder above a link is the one above the folder that it leads to.
    Path absolute = copy.toAbsolutePath();
    if (absolute.getParent() == null || absolute.endsWith("..") || absolute.endsWith(".")) {
      throw new FileSystemException(copy.toString(), null, "it is a folder");
    }
    Path folder = operations.realPath(absolute.getParent());
    Path named = folder.resolve(absolute.getFileName());
    Path target = replaces && operations.exists(named) ? operations.realPath(named) : named;
    return replaces && target.equals(operations.realPath(file))
        ? itself(operations, file)
        : new Destination(copy, target, true, replaces);
  }
}
