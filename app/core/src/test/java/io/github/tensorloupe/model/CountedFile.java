package io.github.tensorloupe.model;

import io.github.tensorloupe.model.FilesOpening.HeapRoom;
import java.io.IOException;
import java.nio.file.Path;

/// An open file that knows how much of it has been read; it cannot be mapped, so that every look is
/// a read.
public final class CountedFile implements AutoCloseable {

  private final FakeChannel channel;
  private final TensorFile file;

  private CountedFile(FakeChannel channel, TensorFile file) {
    this.channel = channel;
    this.file = file;
  }

  /// Opens a file, which reads its header.
  public static CountedFile open(Path path) throws IOException {
    FakeChannel channel = FakeChannel.open(path);
    TensorFile file = TensorFile.read(channel.asFile(path), HeapRoom::fitsHalfOfTheRest);
    return new CountedFile(channel, file);
  }

  /// The file.
  public TensorFile file() {
    return file;
  }

  /// The tensor with a name.
  public TensorRef tensor(String name) {
    return file.header().tensors().stream()
        .filter(info -> info.name().equals(name))
        .map(info -> new TensorRef(file, info))
        .findFirst()
        .orElseThrow();
  }

  /// How many bytes have been read since the file was opened, the header among them.
  public long bytesRead() {
    return channel.bytesRead();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
