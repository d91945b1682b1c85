package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;

/// The bytes of a pickle, which are read on access and retained. Offsets count from the begin of
/// the pickle. Thread-safe after the pickle has been interpreted.
public final class PickleBytes {

  /// The maximum length of a pickle.
  public static final int MAX_BYTES = 256 << 20;

  private static final int PAGE_BITS = 16;
  private static final int PAGE_BYTES = 1 << PAGE_BITS;

  /// A source of bytes by position.
  @FunctionalInterface
  public interface Reader {
    void read(long offset, ByteBuffer target) throws IOException;
  }

  private final Reader reader;
  private final long sourceLength;
  private final OptionalLong fileOffset;
  private final int length;
  private final byte[][] pages;

  private PickleBytes(Reader reader, long sourceLength, OptionalLong fileOffset) {
    this.reader = reader;
    this.sourceLength = sourceLength;
    this.fileOffset = fileOffset;
    this.length = (int) Math.min(sourceLength, MAX_BYTES);
    this.pages = new byte[Math.ceilDiv(this.length, PAGE_BYTES)][];
  }

  /// @param fileOffset the offset of the bytes in the file, or empty if they are compressed
  public static PickleBytes of(byte[] bytes, OptionalLong fileOffset) {
    return new PickleBytes(
        (at, target) -> target.put(bytes, (int) at, target.limit()), bytes.length, fileOffset);
  }

  /// Creates a view of bytes. Reads nothing.
  ///
  /// @param fileOffset the offset of the bytes in the file, or empty if they are compressed
  public static PickleBytes of(Reader reader, long length, OptionalLong fileOffset) {
    return new PickleBytes(reader, length, fileOffset);
  }

  /// Creates a view of a part of a file. Reads nothing.
  ///
  /// @param begin the file offset of the pickle
  /// @param end the file offset of the end of the pickle or of the bytes that follow it
  public static PickleBytes of(ByteSource file, long begin, long end) {
    Reader reader = (at, target) -> file.read(begin + at, target);
    return new PickleBytes(reader, end - begin, OptionalLong.of(begin));
  }

  /// Returns the number of available bytes, at most [#MAX_BYTES].
  public int length() {
    return length;
  }

  /// Returns true if the source has more than [#MAX_BYTES].
  boolean isCut() {
    return sourceLength > length;
  }

  long sourceLength() {
    return sourceLength;
  }

  /// Returns the bytes in the file, or empty if the pickle is compressed.
  Optional<ByteRange> range(long offset, long byteCount) {
    return fileOffset.isEmpty() || offset > sourceLength - byteCount
        ? Optional.empty()
        : Optional.of(
            new ByteRange(
                fileOffset.getAsLong() + offset, fileOffset.getAsLong() + offset + byteCount));
  }

  /// Returns the unsigned byte at an offset inside the pickle.
  int at(int offset) throws IOException {
    byte[] page = pages[offset >>> PAGE_BITS];
    if (page == null) {
      page = load(offset >>> PAGE_BITS);
    }
    return page[offset & PAGE_BYTES - 1] & 0xff;
  }

  private byte[] load(int index) throws IOException {
    int begin = index << PAGE_BITS;
    byte[] page = new byte[Math.min(PAGE_BYTES, length - begin)];
    reader.read(begin, ByteBuffer.wrap(page));
    pages[index] = page;
    return page;
  }

  /// Returns a little-endian number of up to 8 bytes.
  long number(int offset, int byteCount) throws IOException {
    long number = 0;
    for (int i = byteCount - 1; i >= 0; i--) {
      number = number << Byte.SIZE | at(offset + i);
    }
    return number;
  }

  /// Returns a copy of a range.
  byte[] copy(int offset, int byteCount) throws IOException {
    byte[] copy = new byte[byteCount];
    for (int done = 0; done < byteCount; ) {
      int from = offset + done;
      at(from);
      int inPage = from & PAGE_BYTES - 1;
      int count = Math.min(byteCount - done, PAGE_BYTES - inPage);
      System.arraycopy(pages[from >>> PAGE_BITS], inPage, copy, done, count);
      done += count;
    }
    return copy;
  }
}
