package io.github.tensorloupe.model;

import module java.base;

/// Access to ranges of an open file during an examination.
@FunctionalInterface
public interface FileWindow {

  @FunctionalInterface
  interface Examination<T> {

    /// Computes a result from bytes. If the file shrinks meanwhile, the bytes may be wrong; the
    /// result is then discarded.
    ///
    /// @param window valid until this method returns, on this thread only
    T apply(FileWindow window) throws IOException;
  }

  /// Returns the bytes of a range, read-only.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount the length of the range, which lies inside the file as it was opened
  /// @throws FileChangedException if the file has been truncated before the end of the range
  /// @throws IOException if reading fails
  MemorySegment bytes(long byteOffset, long byteCount) throws IOException;
}
