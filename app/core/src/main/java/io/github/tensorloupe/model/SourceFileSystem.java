package io.github.tensorloupe.model;

import module java.base;

/// A read-only file system of remote files, which are opened as [ByteSource].
public abstract class SourceFileSystem extends FileSystem {

  /// Opens a file for reading. See [ByteSource#open].
  public abstract ByteSource open(Path file) throws IOException;

  public abstract int maxParallelReads();

  /// Returns true if files next to an opened file can be found. If false, nothing is known about
  /// them: a plain web server has no listing.
  public abstract boolean listsFolders();

  /// Requests consent for fetching a number of bytes if it exceeds the remaining budget.
  ///
  /// @throws IOException if consent is denied
  public abstract void requireConsent(long byteCount) throws IOException;

  /// Returns the source file system of a path, or empty if the path belongs to another file system.
  public static Optional<SourceFileSystem> of(Path path) {
    return path.getFileSystem() instanceof SourceFileSystem source
        ? Optional.of(source)
        : Optional.empty();
  }
}
