package io.github.tensorloupe.export;

import io.github.tensorloupe.model.FileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The file systems of this computer.
final class LocalExportFiles implements ExportFiles {

  @Override
  public Output create(Path file) throws IOException {
    // Not a file made as temporary: nobody else could read it.
    return new LocalOutput(
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  @Override
  public void move(Path from, Path to, boolean replaces) throws IOException {
    if (!replaces) {
      Files.move(from, to);
      return;
    }
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  private record LocalOutput(FileChannel channel) implements Output {

    @Override
    public void write(ByteBuffer source, long byteOffset) throws IOException {
      channel.write(source, byteOffset);
    }

    @Override
    public long copyFrom(FileBytes source, long sourceOffset, long byteCount, long byteOffset)
        throws IOException {
      channel.position(byteOffset);
      return source.transferTo(sourceOffset, byteCount, channel);
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
