package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;

/// Files on a faulty disk.
public final class BrokenFiles {

  private BrokenFiles() {}

  /// Opens a file whose bytes cannot be read from the given offset on.
  public static FileBytes open(Path path, long byteOffset) throws IOException {
    FakeChannel channel = FakeChannel.open(path);
    channel.trouble(
        at -> {
          if (at >= byteOffset) {
            throw new IOException("Input/output error");
          }
        });
    return channel.asFile(path);
  }
}
