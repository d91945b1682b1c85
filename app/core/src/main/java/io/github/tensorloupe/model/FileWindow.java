package io.github.tensorloupe.model;

import module java.base;

/// Gives ranges of an open file to whoever looks at them, as long as that takes.
@FunctionalInterface
public interface FileWindow {

  @FunctionalInterface
  interface Examination<T> {

    /// Looks at bytes. Where the file shrinks meanwhile they may be wrong; what is then returned is
    /// dropped.
    ///
    /// @param window valid until this returns, on this thread only
    T of(FileWindow window) throws IOException;
  }

  /// The bytes of a range, read-only.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount how many; the range lies inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws IOException if reading fails
  MemorySegment bytes(long byteOffset, long byteCount) throws IOException;
}
