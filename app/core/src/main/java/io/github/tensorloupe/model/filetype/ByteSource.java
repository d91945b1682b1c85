package io.github.tensorloupe.model.filetype;

import module java.base;

/// Any byte of a file.
public interface ByteSource {

  /// The length in bytes.
  long length();

  /// A copy of a range that lies inside the file.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount how many
  byte[] read(long byteOffset, int byteCount) throws IOException;
}
