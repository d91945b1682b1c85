package io.github.tensorloupe.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/// What other programs do to a file that is being read.
public enum Meddling {
  /// Another byte stands in the place of the last one.
  REWRITE,
  /// There is a byte more.
  GROW,
  /// There is a byte less.
  SHRINK;

  /// Does it once.
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
      // The clock of the file system may not have ticked since the file was made.
      Files.setLastModifiedTime(path, FileTime.from(before.toInstant().plusNanos(1000)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
