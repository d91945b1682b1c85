package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// The file is not in the state any more in which it was opened, so what was read of it may be of
/// two states, or bytes that were there are gone.
public final class FileChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  private FileChangedException(Path file, String how) {
    super(PathText.of(file) + " changed while it was open: " + how);
  }

  /// @param file the file as it was named when it was opened
  /// @param byteOffset file offset of the first byte that could not be read
  /// @param expectedLength the length in bytes when the file was opened
  public FileChangedException(Path file, long byteOffset, long expectedLength) {
    this(
        file,
        String.format(
            Locale.ROOT,
            "byte %,d is gone, the file had %,d bytes when it was opened",
            byteOffset,
            expectedLength));
  }

  /// It has another length than when it was opened.
  static FileChangedException resized(Path file, long length, long expectedLength) {
    return new FileChangedException(
        file,
        String.format(
            Locale.ROOT,
            "it has %,d bytes now and had %,d when it was opened",
            length,
            expectedLength));
  }

  /// It was written to since it was opened.
  static FileChangedException written(Path file) {
    return new FileChangedException(
        file, "another program has written to it; read it again when nothing writes to it");
  }

  /// The path does not lead to the file any more, so that it cannot be opened again.
  static FileChangedException replaced(Path file) {
    return new FileChangedException(
        file, "the path leads to another file now, or to another state of it");
  }
}
