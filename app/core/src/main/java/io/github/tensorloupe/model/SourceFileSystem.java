package io.github.tensorloupe.model;

import module java.base;

/// A file system whose files are no files of this computer: each is opened as a [ByteSource], and
/// nothing can be written.
public abstract class SourceFileSystem extends FileSystem {

  /// Opens a file for reading, as [ByteSource#open] does.
  public abstract ByteSource open(Path file) throws IOException;

  public abstract int parallelReads();

  /// Asks whether so much may be fetched, where it is much.
  ///
  /// @throws IOException if it may not
  public abstract void requireConsent(long byteCount) throws IOException;

  /// The file system of a path, if it is one of these.
  public static Optional<SourceFileSystem> of(Path path) {
    return path.getFileSystem() instanceof SourceFileSystem it ? Optional.of(it) : Optional.empty();
  }
}
