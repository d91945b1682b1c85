package io.github.tensorloupe.model;

import module java.base;

/// A temporary file for decoded data that would have to be decoded again for each access.
/// Thread-safe.
///
/// The file is deleted when this object becomes unreachable and when the process ends. On Unix, it
/// has no name.
public final class ScratchFile {

  private static final String PREFIX = "tensorloupe-";
  private static final int FREE_SPACE_DIVISOR = 4;

  private FileStore store;
  private FileChannel channel;
  private long length;

  /// Reserves a range of the file. Reserved ranges are never released.
  ///
  /// @return the offset of the range, or empty if no file can be created, or if the range is larger
  ///   than a quarter of the free space; the caller decodes the data again
  public synchronized OptionalLong reserve(long byteCount) {
    try {
      if (channel == null) {
        Path file = Files.createTempFile(PREFIX, null);
        store = Files.getFileStore(file.getParent());
        channel =
            FileChannel.open(
                file,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
      }
      if (byteCount > store.getUsableSpace() / FREE_SPACE_DIVISOR) {
        return OptionalLong.empty();
      }
    } catch (IOException _) {
      // The temporary folder may be missing, read-only or full.
      return OptionalLong.empty();
    }
    long begin = length;
    length += byteCount;
    return OptionalLong.of(begin);
  }

  /// Writes bytes to a reserved range.
  public void write(long offset, ByteBuffer source) throws IOException {
    for (long at = offset; source.hasRemaining(); ) {
      at += channel().write(source, at);
    }
  }

  /// Reads written bytes into the remaining space of a buffer.
  public void read(long offset, ByteBuffer target) throws IOException {
    for (long at = offset; target.hasRemaining(); ) {
      int count = channel().read(target, at);
      if (count < 0) {
        throw new EOFException(
            "temporary file: expected %,d bytes, found %,d".formatted(at + target.remaining(), at));
      }
      at += count;
    }
  }

  private synchronized FileChannel channel() {
    return channel;
  }
}
