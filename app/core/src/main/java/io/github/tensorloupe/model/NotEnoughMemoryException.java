package io.github.tensorloupe.model;

import module java.base;

/// Thrown if a header or an index needs more memory than this program may use.
public final class NotEnoughMemoryException extends SentenceException {

  private static final long serialVersionUID = 1L;

  /// @param byteCount the number of bytes to be read at once
  public NotEnoughMemoryException(Path file, long byteCount) {
    super(
        "{0}: not enough memory to read {1} bytes at once. The limit is {2} bytes; increase it with"
            + " -Xmx.",
        PathText.of(file), byteCount, Runtime.getRuntime().maxMemory());
  }

  /// Checks that the bytes fit into the heap.
  ///
  /// @throws NotEnoughMemoryException if they do not fit
  public static void requireRoom(Path file, long byteCount) throws NotEnoughMemoryException {
    if (!ParallelFileOpener.fitsHalfOfFreeHeap(byteCount / 2)) {
      throw new NotEnoughMemoryException(file);
    }
  }

  /// Creates the exception for a file with unknown memory requirements.
  NotEnoughMemoryException(Path file) {
    super(
        "{0}: not enough memory to read it. The limit is {1} bytes; increase it with -Xmx.",
        PathText.of(file), Runtime.getRuntime().maxMemory());
  }
}
