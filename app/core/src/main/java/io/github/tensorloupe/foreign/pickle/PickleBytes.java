package io.github.tensorloupe.foreign.pickle;

import module java.base;

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
  interface Reader {
    void read(long offset, ByteBuffer target) throws IOException;
  }

  private final Reader reader;
  private final int length;
  private final boolean isCut;
  private final byte[][] pages;

  private PickleBytes(Reader reader, long length) {
    this.reader = reader;
    this.length = (int) Math.min(length, MAX_BYTES);
    this.isCut = length > MAX_BYTES;
    this.pages = new byte[Math.ceilDiv(this.length, PAGE_BYTES)][];
  }

  public static PickleBytes of(byte[] bytes) {
    return new PickleBytes((at, target) -> target.put(bytes, (int) at, target.limit()), bytes.length);
  }

  /// Creates a view of the rest of a file. Reads nothing.
  ///
  /// @param begin the file offset of the pickle
  public static PickleBytes of(ByteSource file, long begin) {
    return of(file, begin, file.length());
  }

  /// @param end the file offset of the end of the pickle and the bytes that follow it
  public static PickleBytes of(ByteSource file, long begin, long end) {
    return new PickleBytes((at, target) -> file.read(begin + at, target), end - begin);
  }

  /// Returns the number of available bytes, at most [#MAX_BYTES].
  public int length() {
    return length;
  }

  /// Returns true if the source has more than [#MAX_BYTES].
  boolean isCut() {
    return isCut;
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
