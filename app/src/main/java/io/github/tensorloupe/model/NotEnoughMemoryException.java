package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;

/// A header needs more memory than this program may use.
public final class NotEnoughMemoryException extends IOException {

  private static final long serialVersionUID = 1L;

  /// @param file the file as it was given
  /// @param byteCount how many bytes were to be read
  public NotEnoughMemoryException(Path file, long byteCount) {
    super(
        "%s: reading its header of %,d bytes needs more memory than the %,d bytes this program may use; allow more with -Xmx"
            .formatted(file, byteCount, Runtime.getRuntime().maxMemory()));
  }
}
