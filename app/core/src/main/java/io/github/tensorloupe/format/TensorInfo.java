package io.github.tensorloupe.format;

import module java.base;

/// The header entry of one tensor. Not validated: entries of refused files may be inconsistent.
///
/// @param name any string, possibly empty, very long or with control characters
/// @param begin data offset of the first byte, unsigned
/// @param end data offset after the last byte, unsigned
public record TensorInfo(String name, Dtype dtype, Shape shape, long begin, long end) {

  public TensorInfo {
    Objects.requireNonNull(name);
    Objects.requireNonNull(dtype);
    Objects.requireNonNull(shape);
  }

  /// Compares tensors by begin, then end (both unsigned), then name by code point.
  static int compareOffsets(TensorInfo left, TensorInfo right) {
    int order = Long.compareUnsigned(left.begin, right.begin);
    if (order == 0) {
      order = Long.compareUnsigned(left.end, right.end);
    }
    return order != 0 ? order : NameOrder.compare(left.name, right.name);
  }

  /// Returns the number of bytes between the data offsets. Valid only if `begin` does not exceed
  /// `end`.
  public long byteCount() {
    return end - begin;
  }

  /// Returns the number of bytes between the data offsets, clamped to [Long#MAX_VALUE], or 0 if
  /// `begin` exceeds `end`.
  public long clampedByteCount() {
    return Long.compareUnsigned(begin, end) > 0 ? 0 : Saturating.ofUnsigned(end - begin);
  }
}
