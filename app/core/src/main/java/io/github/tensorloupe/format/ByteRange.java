package io.github.tensorloupe.format;

/// A half-open range of bytes.
///
/// @param begin offset of the first byte, at least 0
/// @param end offset behind the last byte, at least `begin`
public record ByteRange(long begin, long end) {

  public ByteRange {
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("not a byte range: [" + begin + ", " + end + ")");
    }
  }

  /// The number of bytes in the range.
  public long byteCount() {
    return end - begin;
  }

  public boolean contains(long byteOffset) {
    return begin <= byteOffset && byteOffset < end;
  }
}
