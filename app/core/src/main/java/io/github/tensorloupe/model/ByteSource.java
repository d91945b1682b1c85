package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.filetype.Sample;
import io.github.tensorloupe.work.IoFunction;

/// The bytes of a file by position. The file is on a disk, on a server, or computed on demand.
/// Thread-safe; owned by the code that opened it.
///
/// Read blocks instead of single bytes: every call may check the state of the file.
public interface ByteSource extends Sample.Source, Closeable {

  /// An announced read; closing it ends the announcement.
  interface ReadAnnouncement extends AutoCloseable {
    @Override
    void close();
  }

  /// Opens a file for reading, on a disk or in a [SourceFileSystem].
  ///
  /// @param pool may close an idle file on a disk in favor of others, and opens it again
  /// @throws IOException as for [FileBytes#open(Path)]
  static ByteSource open(Path path, FilePool pool) throws IOException {
    Optional<SourceFileSystem> other = SourceFileSystem.of(path);
    return other.isPresent() ? other.get().open(path) : FileBytes.open(path, pool);
  }

  static ByteSource open(Path path) throws IOException {
    return open(path, new FilePool(1));
  }

  int TRANSFER_BYTES = 1 << 20;

  /// Returns the path that is shown to users. A computed file need not exist there.
  Path path();

  /// Returns the length in bytes when the source was opened.
  @Override
  long length();

  /// Returns the attributes when the source was opened.
  FileStamp stamp();

  /// Returns whether both are the same file, even if opened by different names.
  ///
  /// @throws IOException if the files cannot be compared
  default boolean isSameFileAs(ByteSource other) throws IOException {
    return stamp().fileKey().isPresent()
        ? stamp().isOfSameFile(other.stamp())
        : Files.isSameFile(path(), other.path());
  }

  /// Fills the target's remaining bytes.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param target its remaining bytes must lie inside the file as it was opened
  /// @throws FileChangedException if the file has been truncated before the end of the range
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws IOException if reading fails
  void read(long byteOffset, ByteBuffer target) throws IOException;

  /// Returns a copy of a range of the file, read by [#read(long, ByteBuffer)].
  @Override
  default byte[] read(long byteOffset, int byteCount) throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length());
    byte[] bytes = new byte[byteCount];
    read(byteOffset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /// Copies bytes to a channel, in the kernel if possible. May copy fewer bytes than requested.
  ///
  /// @param byteCount the maximum number of bytes, at least 1; the range must lie inside the file
  ///   as it was opened
  /// @param target receives the bytes at its current position
  /// @return the number of copied bytes, at least 1
  /// @throws IOException as for [#read(long, ByteBuffer)]; or the system's own exception if writing
  ///   fails, which cannot be distinguished from a failed read
  default long transferTo(long byteOffset, long byteCount, WritableByteChannel target)
      throws IOException {
    ByteBuffer piece = ByteBuffer.wrap(read(byteOffset, (int) Math.min(TRANSFER_BYTES, byteCount)));
    while (piece.hasRemaining()) {
      target.write(piece);
    }
    return piece.limit();
  }

  /// Reads up to 8 bytes as an unsigned little-endian number. For scattered reads; read adjacent
  /// numbers as one block.
  ///
  /// @param byteCount from 1 to 8; the range must lie inside the file as it was opened
  /// @throws IOException as for [#read(long, ByteBuffer)]
  default long readLittleEndian(long byteOffset, int byteCount) throws IOException {
    Objects.checkIndex(byteCount - 1, Long.BYTES);
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    read(byteOffset, number.limit(byteCount));
    return number.limit(Long.BYTES).getLong(0);
  }

  /// Applies a function to ranges of the file, without copying them if the source supports it. For
  /// long scans: accessing bytes that are not in memory costs as much as reading them.
  ///
  /// Calls may be nested. If the file shrinks meanwhile, the virtual machine does not crash, but
  /// the function may see wrong bytes; this method then throws and returns no result.
  ///
  /// @param examination computes the result; its window is valid until it returns, on this thread
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

  /// Announces reads, so that a remote source can combine its requests.
  ///
  /// @param ranges in the file as it was opened
  /// @return closed by the caller once the ranges have been read or are no longer needed
  default ReadAnnouncement announceReads(List<ByteRange> ranges) {
    return () -> {};
  }

  /// Returns the number of bytes to fetch from a server before ranges can be read; 0 if they are
  /// available locally.
  ///
  /// @param ranges in the file as it was opened
  default long missingByteCount(List<ByteRange> ranges) {
    return 0;
  }

  /// Returns whether the file still has the length it had when it was opened.
  boolean hasOriginalLength() throws IOException;

  /// Verifies that all bytes read since the file was opened belong to one state of it. Call this
  /// after computing a figure or writing a file from many reads. Takes a few microseconds.
  ///
  /// @throws FileChangedException if the file was written to, grew or shrank
  /// @throws IOException if the attributes of the file cannot be read
  void requireUnchanged() throws IOException;
}
