package io.github.tensorloupe.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/// Changes that other programs make to a file while it is being read.
public enum FileInterference {
  /// Changes the last byte.
  REWRITE,
  /// Appends a byte.
  GROW,
  /// Removes the last byte.
  SHRINK;

  /// Applies the change.
  public void to(Path path) {
    try {
      FileTime before = Files.getLastModifiedTime(path);
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
        long length = file.length();
        switch (this) {
          case REWRITE -> {
            file.seek(length - 1);
            int last = file.read();
            file.seek(length - 1);
            file.write(last ^ 1);
          }
          case GROW -> file.setLength(length + 1);
          case SHRINK -> file.setLength(length - 1);
        }
      }
      // The clock of the file system may not have advanced since the file was created.
      Files.setLastModifiedTime(path, FileTime.from(before.toInstant().plusNanos(1000)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
