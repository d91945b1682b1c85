package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// A header or an index needs more memory than this program may use.
public final class NotEnoughMemoryException extends IOException {

  private static final long serialVersionUID = 1L;

  /// @param file the file as it was given
  public NotEnoughMemoryException(Path file) {
    super(
        String.format(
            Locale.ROOT,
            "%s: reading what it says of its tensors needs more memory than the %,d bytes this "
                + "program may use; allow more with -Xmx",
            file,
            Runtime.getRuntime().maxMemory()));
  }
}
