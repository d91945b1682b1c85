package io.github.tensorloupe.model;

import java.io.IOException;
import java.nio.file.Path;

/// An open file that counts the bytes read from it. It cannot be mapped, so that every access is a
/// read.
public final class CountedFile implements AutoCloseable {

  private final FakeChannel channel;
  private final TensorFile file;

  private CountedFile(FakeChannel channel, TensorFile file) {
    this.channel = channel;
    this.file = file;
  }

  /// Opens a file and reads its header.
  public static CountedFile open(Path path) throws IOException {
    FakeChannel channel = FakeChannel.open(path);
    TensorFile file = TensorFile.read(channel.asFile(path), ParallelFileOpener::fitsHalfOfFreeHeap);
    return new CountedFile(channel, file);
  }

  public TensorFile file() {
    return file;
  }

  public TensorRef tensor(String name) {
    return file.header().tensors().stream()
        .filter(info -> info.name().equals(name))
        .map(info -> new TensorRef(file, info))
        .findFirst()
        .orElseThrow();
  }

  /// Returns the number of bytes read so far, including the header.
  public long bytesRead() {
    return channel.bytesRead();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
