package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.ByteSource;

/// The destination of a save.
///
/// @param path the path chosen by the user
/// @param target the path with existing links resolved
/// @param isCopy true if the target is not the opened file
/// @param replaces true if a copy may replace an existing file
record Destination(Path path, Path target, boolean isCopy, boolean replaces) {

  static Destination ofFile(FileOperations operations, Path path) throws IOException {
    return new Destination(path, resolve(operations, path), false, true);
  }

  /// Returns the destination of a copy, or of the opened file itself if both are the same file and
  /// `replaces` is true.
  ///
  /// @param source the opened file
  /// @throws IOException if the folder of the copy does not exist, or if the path is a folder
  static Destination copy(FileOperations operations, ByteSource source, Path copy, boolean replaces)
      throws IOException {
    // Not normalized, because ".." after a link is the parent of the link's target.
    Path absolute = copy.toAbsolutePath();
    if (absolute.getParent() == null || absolute.endsWith("..") || absolute.endsWith(".")) {
      throw new FileSystemException(copy.toString(), null, "it is a folder");
    }
    Path folder = resolve(operations, absolute.getParent());
    Path file = source.path();
    List<Path> sharedFolders = TrustedPaths.sharedFolders(folder, List.of(file));
    TrustedPaths.requireTrustedSource(file, source.stamp().fileKey(), sharedFolders);
    Path named = folder.resolve(absolute.getFileName());
    Path target = replaces && operations.exists(named) ? resolve(operations, absolute) : named;
    return replaces && target.equals(operations.realPath(file))
        ? ofFile(operations, file)
        : new Destination(copy, target, true, replaces);
  }

  private static Path resolve(FileOperations operations, Path path) throws IOException {
    Path target = operations.realPath(path);
    try {
      TrustedPaths.requireTrustedLinks(path, target);
    } catch (FileSystemException e) {
      throw SaveSentences.unchanged(path, SaveSentences.reason(e), e);
    }
    return target;
  }
}
