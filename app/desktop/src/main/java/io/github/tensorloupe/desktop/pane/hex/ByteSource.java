package io.github.tensorloupe.desktop.pane.hex;

import java.io.IOException;

/// Where the bytes come from. Thread-safe.
@FunctionalInterface
interface ByteSource {

  /// A copy of a range of the file.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount how many; the range lies inside the file as it was opened
  /// @throws IOException if reading fails
  byte[] read(long byteOffset, int byteCount) throws IOException;
}
