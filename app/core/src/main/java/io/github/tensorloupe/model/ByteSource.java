package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.work.IoFunction;

/// The bytes of an open file, with access by position. The file is on a disk, on a server, or
/// computed on demand. Thread-safe. Must be closed by the code that opened it.
///
/// Every call may check the state of the file, so blocks should be read instead of single bytes.
public interface ByteSource extends Closeable {

  /// An announcement of reads, which ends when it is closed.
  interface ReadAnnouncement extends AutoCloseable {
    @Override
    void close();
  }

  /// Opens a file for reading, on a disk or in a [SourceFileSystem].
  ///
  /// @param pool limits the number of open files on a disk; may close and reopen this file while it
  ///   is idle
  /// @throws IOException as for [FileBytes#open(Path)]
  static ByteSource open(Path path, FilePool pool) throws IOException {
    Optional<SourceFileSystem> other = SourceFileSystem.of(path);
    return other.isPresent() ? other.get().open(path) : FileBytes.open(path, pool);
  }

  static ByteSource open(Path path) throws IOException {
    return open(path, new FilePool(1));
  }

  int TRANSFER_BYTES = 1 << 20;

  /// Returns the path displayed to users. The path of a computed file need not exist.
  Path path();

  /// Returns the files that are read: this one, or those from which it is computed.
  default Stream<ByteSource> files() {
    return Stream.of(this);
  }

  /// Returns the stamp of the file when it was opened.
  FileStamp stamp();

  /// Returns the length of the file in bytes when it was opened.
  default long length() {
    return stamp().byteLength();
  }

  /// Returns true if both sources are the same file, even if opened by different paths.
  ///
  /// @throws IOException if the files cannot be compared
  default boolean isSameFileAs(ByteSource other) throws IOException {
    return stamp().fileKey().isPresent()
        ? stamp().isOfSameFile(other.stamp())
        : Files.isSameFile(path(), other.path());
  }

  /// Reads bytes into the remaining space of a buffer.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param target the buffer, whose remaining space must not exceed the length of the file when it
  ///   was opened
  /// @throws FileChangedException if the file has been truncated before the end of the range
  /// @throws FileClosedException if the source is closed, also by an interrupt
  /// @throws IOException if reading fails
  void read(long byteOffset, ByteBuffer target) throws IOException;

  /// Returns a copy of a range of the file. See [#read(long, ByteBuffer)] for exceptions.
  default byte[] read(long byteOffset, int byteCount) throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length());
    byte[] bytes = new byte[byteCount];
    read(byteOffset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /// Copies bytes to a channel, in the kernel if possible. May copy fewer bytes than requested.
  ///
  /// @param byteCount the maximum number of bytes, at least 1; the range must be inside the file as
  ///   it was opened
  /// @param target receives the bytes at its current position
  /// @return the number of copied bytes, at least 1
  /// @throws IOException as for [#read(long, ByteBuffer)], or the operating system's exception if
  ///   writing fails, which cannot be distinguished from a failed read
  default long transferTo(long byteOffset, long byteCount, WritableByteChannel target)
      throws IOException {
    ByteBuffer piece = ByteBuffer.wrap(read(byteOffset, (int) Math.min(TRANSFER_BYTES, byteCount)));
    while (piece.hasRemaining()) {
      target.write(piece);
    }
    return piece.limit();
  }

  /// Reads up to 8 bytes as an unsigned little-endian number. For scattered reads only; adjacent
  /// numbers should be read as a block.
  ///
  /// @param byteCount from 1 to 8; the range must be inside the file as it was opened
  /// @throws IOException as for [#read(long, ByteBuffer)]
  default long readLittleEndian(long byteOffset, int byteCount) throws IOException {
    Objects.checkIndex(byteCount - 1, Long.BYTES);
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    read(byteOffset, number.limit(byteCount));
    return number.limit(Long.BYTES).getLong(0);
  }

  /// Applies a function to ranges of the file without copying them, if the source supports mapping.
  /// For long scans. Accessing bytes that are not in memory reads them from the disk.
  ///
  /// Calls may be nested. If the file shrinks meanwhile, the function may see wrong bytes, but the
  /// virtual machine does not crash, and this method throws an exception.
  ///
  /// @param examination computes the result; its window is only valid on this thread until the
  ///   function returns
  /// @throws FileChangedException if the file is shorter than when it was opened
  /// @throws IOException as for [#read(long, ByteBuffer)]
  default <T> T examine(IoFunction<FileWindow, T> examination) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return examination.apply(
          (byteOffset, byteCount) -> {
            Objects.checkFromIndexSize(byteOffset, byteCount, length());
            MemorySegment copy = arena.allocate(byteCount, Long.BYTES);
            read(byteOffset, copy.asByteBuffer());
            return copy.asReadOnly();
          });
    }
  }

  /// Announces reads, so that a remote source can combine requests.
  ///
  /// @param ranges ranges inside the file as it was opened
  /// @return the announcement, which the caller closes after reading the ranges
  default ReadAnnouncement announceReads(List<ByteRange> ranges) {
    return () -> {};
  }

  /// Returns the number of bytes that must be fetched from a server to read ranges; 0 for a local
  /// file.
  ///
  /// @param ranges ranges inside the file as it was opened
  default long missingByteCount(List<ByteRange> ranges) {
    return 0;
  }

  /// Checks that all bytes read since opening belong to one state of the file. Must be called after
  /// computing a figure or writing a file from several reads. Takes a few microseconds.
  ///
  /// @throws FileChangedException if the file was written to, grew or shrank
  /// @throws IOException if the attributes of the file cannot be read
  void requireUnchanged() throws IOException;
}
