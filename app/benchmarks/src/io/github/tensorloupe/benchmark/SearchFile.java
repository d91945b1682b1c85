package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file with periodic bytes. Must be closed, which deletes the file.
///
/// @param path the file
record SearchFile(Path path) implements AutoCloseable {

  private static final int PIECE_BYTES = 8 << 20;

  /// Writes the file.
  ///
  /// @param byteCount a multiple of 8 MiB
  /// @param period bytes to repeat, whose number is a power of two
  static SearchFile ofPeriod(long byteCount, byte[] period) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    for (int i = 0; i < PIECE_BYTES; i++) {
      piece[i] = period[i % period.length];
    }
    Path path = Files.createTempFile("search", ".bin");
    try (OutputStream out = Files.newOutputStream(path)) {
      for (long at = 0; at < byteCount; at += PIECE_BYTES) {
        out.write(piece);
      }
    }
    return new SearchFile(path);
  }

  @Override
  public void close() throws IOException {
    Files.delete(path);
  }
}
