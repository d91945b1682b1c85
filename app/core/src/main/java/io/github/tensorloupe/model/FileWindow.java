package io.github.tensorloupe.model;

import module java.base;

/// Access to ranges of an open file during [ByteSource#examine].
@FunctionalInterface
public interface FileWindow {

  /// Returns the bytes of a range, read-only.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount the length of the range, which must be inside the file as it was opened
  /// @throws FileChangedException if the file has been truncated before the end of the range
  /// @throws IOException if reading fails
  MemorySegment bytes(long byteOffset, long byteCount) throws IOException;
}
