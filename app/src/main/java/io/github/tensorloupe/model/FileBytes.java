package io.github.tensorloupe.model;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/// Any byte of a file, of a broken one too. Thread-safe; owned by whoever opened it.
///
/// One read channel stays open for the life of this object, so that everyone who looks sees the
/// same file, also after another one took its name. Long scans and panes use positional reads into
/// reused buffers: they are as fast as a mapping and cannot fault when the file shrinks. The
/// mapping serves scattered reads of a few bytes. It is made at the first such read and covers the
/// whole file, however large.
///
/// A thread that is interrupted while it reads closes the channel for everyone, so readers are
/// stopped by [io.github.tensorloupe.work.Cancellation] only.
public final class FileBytes implements AutoCloseable {

  private final Path path;
  private final FileChannel channel;
  private final long length;
  private final Arena arena = Arena.ofShared();
  private MemorySegment mapping;

  private FileBytes(Path path, FileChannel channel, long length) {
    this.path = path;
    this.channel = channel;
    this.length = length;
  }

  /// Opens a file for reading. Reads nothing.
  ///
  /// @throws IOException if it cannot be opened or is a folder, a pipe or a device
  public static FileBytes open(Path path) throws IOException {
    // Opening a pipe would wait for someone to write into it.
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(
          path.toString(), null, attributes.isDirectory() ? "it is a folder" : "it is no file");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new FileBytes(path, channel, channel.size());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// The path as it was given.
  public Path path() {
    return path;
  }

  /// The length in bytes when the file was opened.
  public long length() {
    return length;
  }

  /// Fills the target's remaining bytes from the file.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param target its remaining bytes must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws IOException if reading fails
  public void read(long byteOffset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(byteOffset, target.remaining(), length);
    long position = byteOffset;
    while (target.hasRemaining()) {
      int count = channel.read(target, position);
      if (count < 0) {
        throw new FileChangedException(path, position, length);
      }
      position += count;
    }
  }

  /// A copy of a range of the file.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount how many; the range must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws IOException if reading fails
  public byte[] read(long byteOffset, int byteCount) throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length);
    byte[] bytes = new byte[byteCount];
    read(byteOffset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /// Up to 8 bytes of the file as a number, the first byte lowest.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount from 1 to 8; the range must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws IOException if the file cannot be mapped
  public long littleEndian(long byteOffset, int byteCount) throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length);
    MemorySegment bytes = mapping();
    try {
      long number = 0;
      for (int i = byteCount - 1; i >= 0; i--) {
        number = number << 8 | bytes.get(ValueLayout.JAVA_BYTE, byteOffset + i) & 0xff;
      }
      return number;
    } catch (InternalError e) {
      // The virtual machine reports a page that vanished under a mapping in this way.
      throw new FileChangedException(path, byteOffset, length);
    }
  }

  private synchronized MemorySegment mapping() throws IOException {
    if (mapping == null) {
      long mappable = Math.min(length, channel.size());
      if (mappable < length) {
        throw new FileChangedException(path, mappable, length);
      }
      mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
    }
    return mapping;
  }

  /// Whether the file on disk still has the length it had when it was opened.
  ///
  /// @throws IOException if the length cannot be asked for
  public boolean hasItsLength() throws IOException {
    return channel.size() == length;
  }

  /// Closes the channel and the mapping; readers that are still at work fail with an exception.
  @Override
  public void close() throws IOException {
    channel.close();
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
