package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.FilesOpening.HeapRoom;

/// A header or an index needs more memory than this program may use.
public final class NotEnoughMemoryException extends SentenceException {

  private static final long serialVersionUID = 1L;

  /// @param byteCount how many bytes of it were to be read at once
  public NotEnoughMemoryException(Path file, long byteCount) {
    super(
        "{0}: reading {1} bytes of it at once needs more memory than is left of the {2} bytes"
            + " this program may use; allow more with -Xmx.",
        PathText.of(file), byteCount, Runtime.getRuntime().maxMemory());
  }

  /// Checks that the heap has room for the bytes.
  ///
  /// @throws NotEnoughMemoryException if there is not
  public static void requireRoom(Path file, long byteCount) throws NotEnoughMemoryException {
    if (!HeapRoom.fitsHalfOfTheRest(byteCount / 2)) {
      throw new NotEnoughMemoryException(file);
    }
  }

  /// For a file of which it is not known how much room it needs.
  NotEnoughMemoryException(Path file) {
    super(
        "{0}: reading it needs more memory than is left of the {1} bytes this program may use;"
            + " allow more with -Xmx.",
        PathText.of(file), Runtime.getRuntime().maxMemory());
  }
}
