package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;

/// A tensor in a file of another format.
///
/// At most one of `begin` and `elements` is present. If both are absent, the tensor is damaged and
/// its values cannot be read.
///
/// @param spec the unique name, and the dtype and shape of the row-major little-endian values; its
///   byte count is below 2⁶³
/// @param sourceDtype the dtype in the spelling of the format, such as `float32`, `>i4` or `Q4_K`
/// @param sourceShape the number of values in each dimension if the bytes are blocks of quantized
///   values, otherwise empty
/// @param begin the file offset of the first byte if the bytes in the file are the row-major
///   little-endian values; the file may end before the end of the tensor
/// @param elements computes the values of a tensor that is compressed, strided or big-endian; in
///   bytes for dtypes of less than 8 bits
/// @param sharesWith the name of the first tensor with the same storage, offset, shape, strides and
///   dtype
public record ForeignTensor(
    TensorSpec spec,
    String sourceDtype,
    Optional<Shape> sourceShape,
    OptionalLong begin,
    Optional<ComputedFile.Elements> elements,
    Optional<String> sharesWith) {

  private ForeignTensor(
      TensorSpec spec,
      String sourceDtype,
      OptionalLong begin,
      Optional<ComputedFile.Elements> elements) {
    this(spec, sourceDtype, Optional.empty(), begin, elements, Optional.empty());
  }

  /// Creates a tensor whose values are contiguous in the file.
  public static ForeignTensor direct(TensorSpec spec, String sourceDtype, long begin) {
    return new ForeignTensor(spec, sourceDtype, OptionalLong.of(begin), Optional.empty());
  }

  public static ForeignTensor computed(
      TensorSpec spec, String sourceDtype, ComputedFile.Elements elements) {
    return new ForeignTensor(spec, sourceDtype, OptionalLong.empty(), Optional.of(elements));
  }

  /// Creates a tensor whose values cannot be read.
  public static ForeignTensor damaged(TensorSpec spec, String sourceDtype) {
    return new ForeignTensor(spec, sourceDtype, OptionalLong.empty(), Optional.empty());
  }

  /// Returns this tensor with the name of the first tensor that has the same data.
  public ForeignTensor sharing(Optional<String> first) {
    return new ForeignTensor(spec, sourceDtype, sourceShape, begin, elements, first);
  }

  /// Returns the number of bytes of the values.
  public long byteCount() {
    long elements = spec.shape().elementCount().orElseThrow();
    int bits = spec.dtype().bits();
    return bits < Byte.SIZE ? elements * bits / Byte.SIZE : elements * (bits / Byte.SIZE);
  }
}
