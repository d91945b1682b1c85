package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.filetype.Sample;

/// The bytes of a file by position: those of one on a disk, or of one that is computed where
/// somebody looks. Thread-safe; owned by whoever opened it.
///
/// Ask for blocks, not for bytes: every call costs a look at the state of the file.
public interface ByteSource extends Sample.Source, Closeable {

  /// The end of an expectation.
  interface Expectation extends AutoCloseable {
    @Override
    void close();
  }

  /// Opens a file for reading: one on a disk, or whatever else its path leads to.
  ///
  /// @param pool closes a file on a disk for others while nobody reads, and opens it again
  /// @throws IOException as [FileBytes#open(Path)] says
  static ByteSource open(Path path, FilePool pool) throws IOException {
    Optional<SourceFileSystem> other = SourceFileSystem.of(path);
    return other.isPresent() ? other.get().open(path) : FileBytes.open(path, pool);
  }

  static ByteSource open(Path path) throws IOException {
    return open(path, new FilePool(1));
  }

  int TRANSFER_BYTES = 1 << 20;

  /// Names the source to people; of one that is computed, nothing need be there.
  Path path();

  /// The length in bytes when the source was opened.
  @Override
  long length();

  /// The attributes when the source was opened.
  FileStamp stamp();

  /// True if both are the same file, by whatever names they were opened.
  ///
  /// @throws IOException if the system does not tell
  default boolean isSameFileAs(ByteSource other) throws IOException {
    return stamp().fileKey().isPresent()
        ? stamp().isOfSameFile(other.stamp())
        : Files.isSameFile(path(), other.path());
  }

  /// Fills the target's remaining bytes.
  ///
  /// @param byteOffset file offset of the first byte
  /// @param target its remaining bytes must lie inside the file as it was opened
  /// @throws FileChangedException if the file has become shorter than that
  /// @throws FileClosedException if it is closed, or an interrupt closes it
  /// @throws IOException if reading fails
  void read(long byteOffset, ByteBuffer target) throws IOException;

  /// A copy of a range of the file, as [#read(long, ByteBuffer)] makes it.
  @Override
  default byte[] read(long byteOffset, int byteCount) throws IOException {
    Objects.checkFromIndexSize(byteOffset, byteCount, length());
    byte[] bytes = new byte[byteCount];
    read(byteOffset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /// Copies bytes to a channel, by the kernel where it can; fewer are possible.
  ///
  /// @param byteCount how many at most, at least 1; the range must lie inside the file as it was
  ///   opened
  /// @param target receives them at its own position
  /// @return how many, at least 1
  /// @throws IOException as [#read(long, ByteBuffer)] does; also if, which cannot be told apart,
  ///   writing fails: the system's own exception
  default long transferTo(long byteOffset, long byteCount, WritableByteChannel target)
      throws IOException {
    ByteBuffer piece = ByteBuffer.wrap(read(byteOffset, (int) Math.min(TRANSFER_BYTES, byteCount)));
    while (piece.hasRemaining()) {
      target.write(piece);
    }
    return piece.limit();
  }

  /// Up to 8 bytes of the file as a number, the first byte lowest. For scattered reads: whoever
  /// needs neighbors as well reads them together.
  ///
  /// @param byteCount from 1 to 8; the range must lie inside the file as it was opened
  /// @throws IOException as [#read(long, ByteBuffer)] does
  default long littleEndian(long byteOffset, int byteCount) throws IOException {
    Objects.checkIndex(byteCount - 1, Long.BYTES);
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    read(byteOffset, number.limit(byteCount));
    return number.limit(Long.BYTES).getLong(0);
  }

  /// Looks at ranges of the file, without copying them where the source can do so. For long scans:
  /// bytes that nobody has looked at for long cost as much as reading them.
  ///
  /// Looks may be nested. An examination never sees the end of the virtual machine, but it may see
  /// wrong bytes; then this throws and nothing is returned.
  ///
  /// @throws FileChangedException if the file has become shorter than it was when it was opened
  /// @throws IOException as [#read(long, ByteBuffer)] does
  default <T> T examine(FileWindow.Examination<T> examination) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return examination.of(
          (byteOffset, byteCount) -> {
            Objects.checkFromIndexSize(byteOffset, byteCount, length());
            MemorySegment copy = arena.allocate(byteCount, Long.BYTES);
            read(byteOffset, copy.asByteBuffer());
            return copy.asReadOnly();
          });
    }
  }

  /// Says that ranges are going to be read, so that a source that has to fetch its bytes can fetch
  /// many at a time.
  ///
  /// @param ranges in the file as it was opened
  /// @return to be closed when they have been read, or nobody wants them any more
  default Expectation expect(List<ByteRange> ranges) {
    return () -> {};
  }

  /// The number of bytes to fetch from another computer before ranges can be read: 0 where they can
  /// be read at once.
  ///
  /// @param ranges in the file as it was opened
  default long missingByteCount(List<ByteRange> ranges) {
    return 0;
  }

  /// True if the file still has the length it had when it was opened.
  boolean hasItsLength() throws IOException;

  /// Makes sure that all that was read since the file was opened is of one state of it. Whoever
  /// makes one figure or one file of much of it asks afterwards; takes a few microseconds.
  ///
  /// @throws FileChangedException if the file was written to, grew or shrank
  /// @throws IOException if the system does not tell
  void requireUnchanged() throws IOException;
}
