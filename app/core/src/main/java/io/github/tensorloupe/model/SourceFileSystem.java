package io.github.tensorloupe.model;

import module java.base;

/// A read-only file system of files that are not on this computer. Each file is opened as a
/// [ByteSource].
public abstract class SourceFileSystem extends FileSystem {

  /// Opens a file for reading, like [ByteSource#open].
  public abstract ByteSource open(Path file) throws IOException;

  public abstract int parallelReads();

  /// Requests consent for fetching bytes, if the number exceeds the remaining budget.
  ///
  /// @throws IOException if consent is denied
  public abstract void requireConsent(long byteCount) throws IOException;

  /// Returns the file system of a path, or empty if it is a regular file system.
  public static Optional<SourceFileSystem> of(Path path) {
    return path.getFileSystem() instanceof SourceFileSystem it ? Optional.of(it) : Optional.empty();
  }
}
