package io.github.tensorloupe.model;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;

/// Any byte of a file, of a broken one too. Thread-safe; owned by whoever opened it.
///
/// One read channel stays open for the life of this object, so that everyone who looks sees the
/// same file, also after another one took its name. Reading is positional; only who goes through
/// [#examine] looks at a mapping. Where a mapped file shrinks, compiled code goes on with wrong
/// bytes, and the virtual machine reports the fault only later, in whatever code then runs: so
/// every look ends with a question to the system, which brings the report at once and tells the
/// length.
///
/// An interrupt that arrives in the middle of a read closes the channel for everyone; one that is
/// pending is put off until the read is over. Readers are stopped by
/// [io.github.tensorloupe.work.Cancellation] only.
public final class FileBytes implements AutoCloseable {

  /// The channel keeps native memory of this size for every thread that reads into an array.
  private static final int ARRAY_PIECE_BYTES = 1 << 20;

  /// Ranges of this size and above are read first where they are not in memory.
  private static final int COLD_BYTES = 1 << 18;

  private final Path path;
  private final FileChannel channel;
  private final long length;
  private final Optional<Object> fileKey;
  private final FileTime modified;
  private final FileMapping mapping;

  private FileBytes(Path path, FileChannel channel, BasicFileAttributes attributes)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.length = lengthNow();
    this.fileKey = Optional.ofNullable(attributes.fileKey());
    this.modified = attributes.lastModifiedTime();
    this.mapping = new FileMapping(channel, length);
  }

  /// Opens a file for reading. Reads nothing.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is nothing at the path
  /// @throws FileSystemException if it is a folder, a device, a pipe or a socket
  /// @throws IOException if it cannot be opened
  public static FileBytes open(Path path) throws IOException {
    // Opening a pipe would wait for someone to write to it.
    BasicFileAttributes attributes = attributesOfFile(path);
    return of(path, FileChannel.open(path, StandardOpenOption.READ), attributes);
  }

  /// Takes over an open channel.
  static FileBytes of(Path path, FileChannel channel, BasicFileAttributes attributes)
      throws IOException {
    try {
      return new FileBytes(path, channel, attributes);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private static BasicFileAttributes attributesOfFile(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new FileSystemException(path.toString(), null, "it is a folder");
    }
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(path.toString(), null, "it is a device, a pipe or a socket");
    }
    return attributes;
  }

  /// The path as it was given.
  public Path path() {
    return path;
  }

  /// The length in bytes when the file was opened.
  public long length() {
    return length;
  }

  /// What the file system calls the file, where it has such a thing.
  Optional<Object> fileKey() {
    return fileKey;
  }

  /// When the file was changed last, as of when it was opened.
  FileTime modified() {
    return modified;
  }

  /// Fills the target's remaining bytes from the file.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param target its remaining bytes must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws IOException if reading fails
  public void read(long byteOffset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(byteOffset, target.remaining(), length);
    int end = target.limit();
    long position = byteOffset;
    while (target.position() < end) {
      if (!target.isDirect()) {
        target.limit(Math.min(end, target.position() + ARRAY_PIECE_BYTES));
      }
      int count = readPiece(position, target);
      if (count < 0) {
        throw new FileChangedException(path, position, length);
      }
      position += count;
      target.limit(end);
    }
  }

  private int readPiece(long byteOffset, ByteBuffer target) throws IOException {
    return call(() -> channel.read(target, byteOffset));
  }

  /// A copy of a range of the file.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount how many; the range must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws IOException if reading fails
  public byte[] read(long byteOffset, int byteCount) throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length);
    byte[] bytes = new byte[byteCount];
    read(byteOffset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /// Copies bytes of the file to another channel, by the kernel where it can; fewer are possible.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount how many at most, at least 1; the range must lie inside the file as it was
  ///   opened
  /// @param target receives them at its own position
  /// @return how many, at least 1
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws IOException if reading or, which cannot be told apart, writing fails; the exception is
  ///   the system's own
  public long transferTo(long byteOffset, long byteCount, WritableByteChannel target)
      throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length);
    boolean interrupted = Thread.interrupted();
    try {
      long count = channel.transferTo(byteOffset, byteCount, target);
      if (count <= 0) {
        throw new FileChangedException(path, channel.size(), length);
      }
      return count;
    } catch (ClosedChannelException e) {
      throw channel.isOpen() ? e : new FileClosedException(path, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Up to 8 bytes of the file as a number, the first byte lowest. For scattered reads: whoever
  /// needs neighbours as well reads them together.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param byteCount from 1 to 8; the range must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws IOException if reading fails
  public long littleEndian(long byteOffset, int byteCount) throws IOException {
    Objects.checkIndex(byteCount - 1, Long.BYTES);
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    read(byteOffset, number.limit(byteCount));
    return number.limit(Long.BYTES).getLong(0);
  }

  /// Looks at ranges of the file without copying them, where the system can map files. For long
  /// scans: bytes that nobody has looked at for long cost as much as reading them.
  ///
  /// Looks may be nested. An examination never sees the end of the virtual machine, but it may see
  /// wrong bytes; then this throws and nothing is returned.
  ///
  /// @throws FileChangedException if the file has become shorter than it was when it was opened
  /// @throws FileClosedException if it is closed meanwhile
  /// @throws IOException if reading fails
  public <T> T examine(FileWindow.Examination<T> examination) throws IOException {
    Optional<MemorySegment> bytes = mapping.bytes();
    return bytes.isPresent() ? examineMapped(bytes.get(), examination) : examineCopies(examination);
  }

  private <T> T examineMapped(MemorySegment bytes, FileWindow.Examination<T> examination)
      throws IOException {
    try {
      try {
        return examination.of(
            (byteOffset, byteCount) -> {
              MemorySegment range = bytes.asSlice(byteOffset, byteCount);
              if (byteCount >= COLD_BYTES && !isInMemory(range)) {
                bringIn(byteOffset, byteCount);
              }
              return range;
            });
      } finally {
        requireItsLength();
      }
    } catch (InternalError e) {
      requireItsLength();
      throw withPath(new IOException("the system could not read a part of it", e));
    } catch (IllegalStateException e) {
      if (mapping.isClosed()) {
        throw new FileClosedException(path, new ClosedChannelException());
      }
      throw e;
    }
  }

  /// Whether the ends of a range of the mapping are in memory, and so probably all of it.
  private static boolean isInMemory(MemorySegment range) {
    return range.asSlice(0, 1).isLoaded() && range.asSlice(range.byteSize() - 1).isLoaded();
  }

  /// Reads a range and drops it, so that it is in memory: reading fetches far ahead from a disk,
  /// while a mapping fetches little at a time.
  private void bringIn(long byteOffset, long byteCount) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer piece = arena.allocate(Math.min(COLD_BYTES, byteCount)).asByteBuffer();
      for (long at = 0; at < byteCount; at += piece.limit()) {
        piece.clear().limit((int) Math.min(piece.capacity(), byteCount - at));
        read(byteOffset + at, piece);
      }
    }
  }

  private void requireItsLength() throws IOException {
    long now = lengthNow();
    if (now < length) {
      throw new FileChangedException(path, now, length);
    }
  }

  private <T> T examineCopies(FileWindow.Examination<T> examination) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return examination.of(
          (byteOffset, byteCount) -> {
            Objects.checkFromIndexSize(byteOffset, byteCount, length);
            MemorySegment copy = arena.allocate(byteCount, Long.BYTES);
            read(byteOffset, copy.asByteBuffer());
            return copy.asReadOnly();
          });
    }
  }

  /// Whether the file on disk still has the length it had when it was opened.
  ///
  /// @throws FileClosedException if it is closed
  /// @throws IOException if the length cannot be asked for
  public boolean hasItsLength() throws IOException {
    return lengthNow() == length;
  }

  private long lengthNow() throws IOException {
    return call(channel::size);
  }

  private interface ChannelCall<T> {
    T run() throws IOException;
  }

  private <T> T call(ChannelCall<T> call) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return call.run();
    } catch (ClosedChannelException e) {
      throw new FileClosedException(path, e);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw withPath(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private FileSystemException withPath(IOException cause) {
    String reason =
        Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    FileSystemException failure = new FileSystemException(path.toString(), null, reason);
    failure.initCause(cause);
    return failure;
  }

  /// Closes the channel; readers that are still at work get a [FileClosedException].
  @Override
  public void close() throws IOException {
    channel.close();
    mapping.close();
  }
}
