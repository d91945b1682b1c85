package io.github.tensorloupe.model;

import module java.base;

/// Any byte of a file on a disk, of a broken one too. Thread-safe; owned by whoever opened it.
///
/// One read channel stays open for the life of this object, so that everyone who looks sees the
/// same file, also after another one took its name; that of one of many files may be closed in
/// between, and then only the same file is opened again. Reading is positional; only who goes
/// through [#examine] looks at a mapping. Where a mapped file shrinks, compiled code goes on with
/// wrong bytes, and the virtual machine reports the fault only later, in whatever code then runs:
/// so every look ends with a question to the system, which brings the report at once and tells the
/// length.
///
/// An interrupt that arrives in the middle of a read closes the channel for everyone; one that is
/// pending is put off until the read is over. Readers are stopped by
/// [io.github.tensorloupe.work.Cancellation] only.
public final class FileBytes implements ByteSource {

  /// The channel keeps native memory of this size for every thread that reads into an array.
  private static final int ARRAY_PIECE_BYTES = 1 << 20;

  /// Ranges of this size and above are read first where they are not in memory.
  private static final int COLD_BYTES = 1 << 18;

  private final Path path;
  private final PooledFile channel;
  private final FileStamp stamp;

  /// Of the mapping of the whole file, which is made when it is first asked for.
  private final Arena arena = Arena.ofShared();

  /// Empty where the system cannot map it, so that it has to be read; null before that is tried.
  private volatile Optional<MemorySegment> mapping;

  private FileBytes(Path path, PooledFile channel, BasicFileAttributes attributes)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.stamp = FileStamp.of(attributes, lengthNow());
    requireKnownLength();
  }

  /// Opens a file for reading, which stays open. Reads nothing.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is nothing at the path
  /// @throws FileSystemException if it is a folder, a device, a pipe or a socket, or has bytes but
  ///   no length, as files have that the kernel makes up
  /// @throws IOException if it cannot be opened
  public static FileBytes open(Path path) throws IOException {
    return open(path, new FilePool(1));
  }

  /// The same for one of many files.
  ///
  /// @param pool closes it for others while nobody reads, and opens it again
  public static FileBytes open(Path path, FilePool pool) throws IOException {
    // Opening a pipe would wait for someone to write to it.
    BasicFileAttributes attributes = attributesOfFile(path);
    return of(path, new PooledFile(pool, path, pool.open(path), attributes), attributes);
  }

  static FileBytes of(Path path, FileChannel channel, BasicFileAttributes attributes)
      throws IOException {
    return of(path, new PooledFile(new FilePool(1), path, channel, attributes), attributes);
  }

  private static FileBytes of(Path path, PooledFile channel, BasicFileAttributes attributes)
      throws IOException {
    try {
      return new FileBytes(path, channel, attributes);
    } catch (IOException | RuntimeException | Error e) {
      try (channel) {
        throw e;
      }
    }
  }

  /// A file that the kernel generates has no length: read by its length it would be empty.
  private void requireKnownLength() throws IOException {
    if (length() == 0 && channel.ask(open -> open.read(ByteBuffer.allocate(1), 0)) > 0) {
      if (!hasItsLength()) {
        throw FileChangedException.resized(path, lengthNow(), 0);
      }
      throw new FileSystemException(
          path.toString(), null, "the system reports no length for it; copy it to a file");
    }
  }

  static BasicFileAttributes attributesOfFile(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new FileSystemException(path.toString(), null, "it is a folder");
    }
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(path.toString(), null, "it is a device, a pipe or a socket");
    }
    return attributes;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public long length() {
    return stamp.byteLength();
  }

  @Override
  public FileStamp stamp() {
    return stamp;
  }

  @Override
  public void read(long byteOffset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(byteOffset, target.remaining(), length());
    int end = target.limit();
    long position = byteOffset;
    while (target.position() < end) {
      if (!target.isDirect()) {
        target.limit(Math.min(end, target.position() + ARRAY_PIECE_BYTES));
      }
      long at = position;
      int count = channel.ask(open -> open.read(target, at));
      if (count < 0) {
        throw new FileChangedException(path, position, length());
      }
      position += count;
      target.limit(end);
    }
  }

  @Override
  public long transferTo(long byteOffset, long byteCount, WritableByteChannel target)
      throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length());
    long count =
        channel.call(
            open -> {
              try {
                return open.transferTo(byteOffset, byteCount, target);
              } catch (ClosedChannelException e) {
                throw open.isOpen() ? e : new FileClosedException(path, e);
              }
            });
    if (count <= 0) {
      throw new FileChangedException(path, lengthNow(), length());
    }
    return count;
  }

  @Override
  public <T> T examine(FileWindow.Examination<T> examination) throws IOException {
    Optional<MemorySegment> bytes = mapping;
    if (bytes == null) {
      bytes = map();
    }
    return bytes.isPresent()
        ? examineMapped(bytes.get(), examination)
        : ByteSource.super.examine(examination);
  }

  private synchronized Optional<MemorySegment> map() {
    if (mapping == null && channel.isClosed()) {
      return Optional.empty();
    }
    if (mapping == null) {
      try {
        mapping =
            Optional.of(
                channel.call(open -> open.map(FileChannel.MapMode.READ_ONLY, 0, length(), arena)));
      } catch (IOException | UnsupportedOperationException e) {
        mapping = Optional.empty();
      }
    }
    return mapping;
  }

  private <T> T examineMapped(MemorySegment bytes, FileWindow.Examination<T> examination)
      throws IOException {
    try {
      try {
        return examination.of(
            (byteOffset, byteCount) -> {
              MemorySegment range = bytes.asSlice(byteOffset, byteCount);
              // If its ends are in memory, probably all of it is.
              if (byteCount >= COLD_BYTES
                  && !(range.asSlice(0, 1).isLoaded()
                      && range.asSlice(range.byteSize() - 1).isLoaded())) {
                bringIn(byteOffset, byteCount);
              }
              return range;
            });
      } finally {
        requireNotShorter();
      }
    } catch (InternalError e) {
      requireNotShorter();
      throw ReadFailures.withPath(
          path, new IOException("the system could not read a part of it", e));
    } catch (IllegalStateException e) {
      if (!arena.scope().isAlive()) {
        throw new FileClosedException(path, new ClosedChannelException());
      }
      throw e;
    }
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

  private void requireNotShorter() throws IOException {
    long now = lengthNow();
    if (now < length()) {
      throw new FileChangedException(path, now, length());
    }
  }

  @Override
  public boolean hasItsLength() throws IOException {
    return lengthNow() == length();
  }

  /// The open file counts: that another one took its path is no change of this one. What cannot be
  /// seen: writing within the same tick of the file system's clock as the opening (milliseconds
  /// mostly, two seconds on FAT), writing through a mapping that the system has not yet noted, and
  /// programs that set the time of the file back. Where another file took the path and the system
  /// does not list the open files of a process, only the length is compared.
  @Override
  public void requireUnchanged() throws IOException {
    Optional<FileStamp> atPath = FileStamp.of(path).filter(stamp::isOfSameFile);
    FileStamp now = atPath.isPresent() ? atPath.get() : channel.ask(this::stampWithoutPath);
    if (now.byteLength() != length()) {
      throw FileChangedException.resized(path, now.byteLength(), length());
    }
    if (!now.equals(stamp)) {
      throw FileChangedException.written(path);
    }
  }

  private FileStamp stampWithoutPath(FileChannel open) throws IOException {
    FileStamp bySize = new FileStamp(stamp.fileKey(), open.size(), stamp.modified());
    return FileStamp.ofOpenFile(stamp).orElse(bySize);
  }

  private long lengthNow() throws IOException {
    return channel.ask(FileChannel::size);
  }

  /// Closes the channel and the mapping; readers that are still at work get a
  /// [FileClosedException].
  @Override
  public void close() throws IOException {
    channel.close();
    synchronized (this) {
      // Closing stops every thread for a moment, which a file that was only read need not.
      if (mapping != null && mapping.isPresent() && arena.scope().isAlive()) {
        arena.close();
      }
    }
  }
}
