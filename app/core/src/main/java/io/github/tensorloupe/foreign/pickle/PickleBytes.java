package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;

/// The bytes of a pickle, which are read on access and retained. Offsets count from the beginning
/// of the pickle. Thread-safe after the pickle has been interpreted.
public final class PickleBytes {

  /// The maximum length of a pickle.
  public static final int MAX_BYTES = 256 << 20;

  private static final int PAGE_BITS = 16;

  /// The page size of an array, which is a single page.
  private static final int ARRAY_BITS = 31;

  private final Optional<ByteSource> file;
  private final int pageBits;
  private final long sourceLength;
  private final OptionalLong fileOffset;
  private final int length;
  private final byte[][] pages;

  private PickleBytes(
      Optional<ByteSource> file, long sourceLength, OptionalLong fileOffset, int pageBits) {
    this.file = file;
    this.sourceLength = sourceLength;
    this.fileOffset = fileOffset;
    this.length = (int) Math.min(sourceLength, MAX_BYTES);
    this.pageBits = pageBits;
    this.pages = new byte[(int) Math.ceilDiv(this.length, 1L << pageBits)][];
  }

  /// @param fileOffset the offset of the bytes in the file, or empty if they are compressed
  public static PickleBytes of(byte[] bytes, OptionalLong fileOffset) {
    PickleBytes pickle = new PickleBytes(Optional.empty(), bytes.length, fileOffset, ARRAY_BITS);
    if (bytes.length > 0) {
      pickle.pages[0] = bytes;
    }
    return pickle;
  }

  /// Creates a view of a part of a file. Reads nothing.
  ///
  /// @param begin the file offset of the pickle
  /// @param end the file offset of the end of the pickle or of the bytes that follow it
  public static PickleBytes of(ByteSource file, long begin, long end) {
    return new PickleBytes(Optional.of(file), end - begin, OptionalLong.of(begin), PAGE_BITS);
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
  public Optional<ByteRange> range(long offset, long byteCount) {
    return fileOffset.isEmpty() || offset > sourceLength - byteCount
        ? Optional.empty()
        : Optional.of(
            new ByteRange(
                fileOffset.getAsLong() + offset, fileOffset.getAsLong() + offset + byteCount));
  }

  /// Returns the unsigned byte at an offset inside the pickle.
  int at(int offset) throws IOException {
    byte[] page = pages[offset >>> pageBits];
    if (page == null) {
      page = load(offset >>> pageBits);
    }
    return page[offset & (1 << pageBits) - 1] & 0xff;
  }

  private byte[] load(int index) throws IOException {
    int begin = index << pageBits;
    int count = Math.min(1 << pageBits, length - begin);
    pages[index] = file.orElseThrow().read(fileOffset.orElseThrow() + begin, count);
    return pages[index];
  }

  /// Returns a little-endian number of up to 8 bytes.
  long number(int offset, int byteCount) throws IOException {
    long number = 0;
    for (int i = byteCount - 1; i >= 0; i--) {
      number = number << Byte.SIZE | at(offset + i);
    }
    return number;
  }

  /// Compares two ranges as unsigned bytes.
  int compare(int offset, int byteCount, int otherOffset, int otherByteCount) throws IOException {
    if (pageBits == ARRAY_BITS) {
      byte[] all = pages[0];
      return byteCount == 0 || otherByteCount == 0
          ? Integer.compare(byteCount, otherByteCount)
          : Arrays.compareUnsigned(
              all, offset, offset + byteCount, all, otherOffset, otherOffset + otherByteCount);
    }
    for (int i = 0; i < Math.min(byteCount, otherByteCount); i++) {
      int difference = at(offset + i) - at(otherOffset + i);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(byteCount, otherByteCount);
  }

  /// Returns a copy of a range.
  byte[] copy(int offset, int byteCount) throws IOException {
    byte[] copy = new byte[byteCount];
    for (int i = 0; i < byteCount; i++) {
      copy[i] = (byte) at(offset + i);
    }
    return copy;
  }
}
