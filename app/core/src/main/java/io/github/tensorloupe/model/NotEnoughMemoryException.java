package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// A header or an index needs more memory than this program may use.
public final class NotEnoughMemoryException extends IOException {

  private static final long serialVersionUID = 1L;

  /// @param file the file as it was given
  /// @param byteCount how many bytes of it were to be read at once
  public NotEnoughMemoryException(Path file, long byteCount) {
    super(
        String.format(
            Locale.ROOT,
            "%s: reading %,d bytes of it at once needs more memory than is left of the %,d bytes"
                + " this program may use; allow more with -Xmx",
            PathText.of(file),
            byteCount,
            Runtime.getRuntime().maxMemory()));
  }

  /// @param file the file as it was given, of which it is not known how much room it needs
  NotEnoughMemoryException(Path file) {
    super(
        String.format(
            Locale.ROOT,
            "%s: reading it needs more memory than is left of the %,d bytes this program may use;"
                + " allow more with -Xmx",
            PathText.of(file),
            Runtime.getRuntime().maxMemory()));
  }
}
