package io.github.tensorloupe.model;

import module java.base;

/// Thrown if a header or an index needs more memory than the heap provides.
public final class NotEnoughMemoryException extends SentenceException {

  private static final long serialVersionUID = 1L;

  /// @param byteCount the number of bytes to be read at once
  public NotEnoughMemoryException(Path file, long byteCount) {
    super(
        "{0}: not enough memory to read {1} bytes at once. The limit is {2} bytes; increase it with"
            + " -Xmx.",
        PathText.of(file), byteCount, Runtime.getRuntime().maxMemory());
  }

  /// Checks that the heap has room for a number of bytes.
  ///
  /// @throws NotEnoughMemoryException if the heap has no room
  public static void requireRoom(Path file, long byteCount) throws NotEnoughMemoryException {
    if (!ParallelFileOpener.fitsHalfOfFreeHeap(byteCount / 2)) {
      throw new NotEnoughMemoryException(file);
    }
  }

  /// Creates the exception for a file whose memory requirement is unknown.
  NotEnoughMemoryException(Path file) {
    super(
        "{0}: not enough memory to read it. The limit is {1} bytes; increase it with -Xmx.",
        PathText.of(file), Runtime.getRuntime().maxMemory());
  }
}
