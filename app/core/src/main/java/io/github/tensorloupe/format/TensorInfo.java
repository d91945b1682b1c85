package io.github.tensorloupe.format;

import module java.base;

/// The entry of one tensor in the header.
///
/// Not validated: entries of refused files may be inconsistent.
///
/// @param name any text, possibly empty, very long, or with control characters
/// @param dtype the element type
/// @param shape the dimensions
/// @param begin data offset of the first byte: relative to the data buffer, unsigned
/// @param end data offset after the last byte: relative to the data buffer, unsigned
public record TensorInfo(String name, Dtype dtype, Shape shape, long begin, long end) {

  public TensorInfo {
    Objects.requireNonNull(name);
    Objects.requireNonNull(dtype);
    Objects.requireNonNull(shape);
  }

  /// Returns the number of bytes. Requires that [#begin()] is not above [#end()].
  public long byteCount() {
    return end - begin;
  }

  /// Returns the number of bytes of an entry that may be inconsistent: 0 if the end is below the
  /// begin, at most [Long#MAX_VALUE].
  public long spannedByteCount() {
    return Long.compareUnsigned(begin, end) > 0 ? 0 : Saturating.ofUnsigned(end - begin);
  }
}
