package io.github.tensorloupe.format;

import module java.base;

/// The header entry of one tensor. Not validated: entries of refused files may be inconsistent.
///
/// The order is by begin, then end (both unsigned), then name by code point. Because of the order,
/// hash maps stay fast if many names have the same hash code.
///
/// @param name any string, possibly empty, very long or with control characters
/// @param begin data offset of the first byte, unsigned
/// @param end data offset after the last byte, unsigned
public record TensorInfo(String name, Dtype dtype, Shape shape, long begin, long end)
    implements Comparable<TensorInfo> {

  public TensorInfo {
    Objects.requireNonNull(name);
    Objects.requireNonNull(dtype);
    Objects.requireNonNull(shape);
  }

  @Override
  public int compareTo(TensorInfo other) {
    int order = Long.compareUnsigned(begin, other.begin);
    if (order == 0) {
      order = Long.compareUnsigned(end, other.end);
    }
    return order != 0 ? order : NameOrder.compare(name, other.name);
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

  /// Returns the number of bytes that shape and dtype require, or empty if it is not an integer
  /// below 2⁶³. Differs from [#byteCount] in some refused files.
  public OptionalLong requiredByteCount() {
    OptionalLong bits = shape().bitCount(dtype());
    return bits.isPresent() && bits.getAsLong() % Byte.SIZE == 0
        ? OptionalLong.of(bits.getAsLong() >>> 3)
        : OptionalLong.empty();
  }
}
