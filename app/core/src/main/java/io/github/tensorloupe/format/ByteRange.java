package io.github.tensorloupe.format;

import module java.base;

/// A half-open range of bytes.
///
/// @param begin offset of the first byte, at least 0
/// @param end offset after the last byte, at least `begin`
public record ByteRange(long begin, long end) {

  public ByteRange {
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("not a byte range: [" + begin + ", " + end + ")");
    }
  }

  public long byteCount() {
    return end - begin;
  }

  public boolean contains(long byteOffset) {
    return begin <= byteOffset && byteOffset < end;
  }

  /// Returns the non-empty ranges in ascending order, merging ranges that overlap or are separated
  /// by fewer than `minGap` bytes.
  public static List<ByteRange> merge(List<ByteRange> ranges, long minGap) {
    List<ByteRange> joined = new ArrayList<>();
    ranges.stream()
        .filter(range -> range.byteCount() > 0)
        .sorted(Comparator.comparingLong(ByteRange::begin))
        .forEach(
            each -> {
              boolean isNear = !joined.isEmpty() && each.begin() - joined.getLast().end() < minGap;
              ByteRange previous = isNear ? joined.removeLast() : each;
              joined.add(new ByteRange(previous.begin(), Math.max(previous.end(), each.end())));
            });
    return joined;
  }
}
