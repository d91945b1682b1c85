package io.github.tensorloupe.format;

import module java.base;

/// The dimensions of a tensor, outermost first (row-major). Immutable.
///
/// Every dimension is an unsigned 64-bit number held in a `long`. A shape without dimensions is a
/// scalar of one element; a dimension of 0 makes the tensor empty.
public final class Shape {

  /// The shape of a scalar: `[]`.
  public static final Shape SCALAR = new Shape(new long[0]);

  private final long[] dimensions;

  private Shape(long[] dimensions) {
    this.dimensions = dimensions;
  }

  /// The shape with these dimensions; the array is copied.
  public static Shape of(long... dimensions) {
    return dimensions.length == 0 ? SCALAR : new Shape(dimensions.clone());
  }

  static Shape ofFirst(long[] dimensions, int rank) {
    return rank == 0 ? SCALAR : new Shape(Arrays.copyOf(dimensions, rank));
  }

  boolean hasDimensions(long[] others, int rank) {
    return Arrays.equals(dimensions, 0, dimensions.length, others, 0, rank);
  }

  public int rank() {
    return dimensions.length;
  }

  /// The length of one dimension, unsigned.
  ///
  /// @param axis 0 for the outermost, below [#rank()]
  public long dimension(int axis) {
    return dimensions[axis];
  }

  /// The dimensions, outermost first, as a copy; unsigned.
  public long[] dimensions() {
    return dimensions.clone();
  }

  /// The number of elements, unsigned; empty where the product, taken from the outermost dimension
  /// inwards, leaves 64 bits at any step, also if a later dimension is 0.
  public OptionalLong elementCount() {
    long product = 1;
    for (long dimension : dimensions) {
      if (Math.unsignedMultiplyHigh(product, dimension) != 0) {
        return OptionalLong.empty();
      }
      product *= dimension;
    }
    return OptionalLong.of(product);
  }

  /// The number of elements, at most [Long#MAX_VALUE].
  public long saturatedElementCount() {
    return Saturating.ofUnsigned(elementCount().orElse(-1));
  }

  /// The number of bits of all elements, unsigned; empty where it leaves 64 bits as
  /// [#elementCount()] does.
  OptionalLong bitCount(Dtype dtype) {
    OptionalLong count = elementCount();
    return count.isEmpty() || Math.unsignedMultiplyHigh(count.getAsLong(), dtype.bits()) != 0
        ? OptionalLong.empty()
        : OptionalLong.of(count.getAsLong() * dtype.bits());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that && Arrays.equals(dimensions, that.dimensions);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(dimensions);
  }

  /// The shape as in the header, with a space after each comma: `[2, 3]`.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int axis = 0; axis < dimensions.length; axis++) {
      text.append(axis == 0 ? "" : ", ").append(Long.toUnsignedString(dimensions[axis]));
    }
    return text.append(']').toString();
  }
}
