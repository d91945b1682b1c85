package io.github.tensorloupe.format;

import module java.base;

/// The entry of one tensor in the header.
///
/// Nothing here is checked against the file: a refused file may say things that do not fit
/// together, and they are kept as they stand.
///
/// @param name any text, also empty, with control characters, or very long
/// @param dtype the element type
/// @param shape the dimensions
/// @param begin data offset of the first byte: relative to the data buffer, unsigned
/// @param end data offset behind the last byte: relative to the data buffer, unsigned
public record TensorInfo(String name, Dtype dtype, Shape shape, long begin, long end) {

  public TensorInfo {
    Objects.requireNonNull(name);
    Objects.requireNonNull(dtype);
    Objects.requireNonNull(shape);
  }

  /// The bytes between the data offsets; meaningless unless [#begin()] is not above [#end()].
  public long byteCount() {
    return end - begin;
  }

  /// The bytes between the data offsets of any file: 0 if the offsets run backwards, and at most
  /// [Long#MAX_VALUE].
  public long spannedByteCount() {
    return Long.compareUnsigned(begin, end) > 0 ? 0 : Saturating.ofUnsigned(end - begin);
  }
}
