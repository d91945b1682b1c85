package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// The file is shorter than it was when it was opened, so bytes that were there are gone.
public final class FileChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  /// @param file the file as it was named when it was opened
  /// @param byteOffset file offset of the first byte that could not be read
  /// @param expectedLength the length in bytes when the file was opened
  public FileChangedException(Path file, long byteOffset, long expectedLength) {
    super(
        String.format(
            Locale.ROOT,
            "%s changed while it was open: byte %,d is gone, the file had %,d bytes when it was"
                + " opened",
            PathText.of(file),
            byteOffset,
            expectedLength));
  }
}
