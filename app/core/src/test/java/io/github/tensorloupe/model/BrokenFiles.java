package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;

/// Files on a disk that cannot read all of them.
public final class BrokenFiles {

  private BrokenFiles() {}

  /// Opens a file of which nothing can be read from an offset on.
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
