package io.github.tensorloupe.format;

import module java.base;

/// The dimensions of a tensor, outermost first (row-major). Immutable.
///
/// Each dimension is an unsigned 64-bit number in a `long`. A shape without dimensions denotes a
/// scalar, which has one element. A tensor with a dimension of 0 is empty.
///
/// Shapes are comparable, so that a map stays fast when a hostile file contains many shapes with
/// equal hash codes.
public final class Shape implements Comparable<Shape> {

  /// The shape of a scalar: `[]`.
  public static final Shape SCALAR = new Shape(new long[0]);

  private final long[] dimensions;

  private Shape(long[] dimensions) {
    this.dimensions = dimensions;
  }

  /// Returns a shape with a copy of these dimensions.
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

  /// Returns the size of an axis, unsigned.
  ///
  /// @param axis from 0 (outermost) to [#rank()] - 1
  public long dimension(int axis) {
    return dimensions[axis];
  }

  /// Returns a copy of the dimensions, outermost first, unsigned.
  public long[] dimensions() {
    return dimensions.clone();
  }

  /// Returns the number of elements, unsigned, or empty if multiplying the dimensions in order
  /// overflows 64 bits at any step, even before a dimension of 0.
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

  /// Returns the number of elements, or [Long#MAX_VALUE] on overflow.
  public long saturatedElementCount() {
    return Saturating.ofUnsigned(elementCount().orElse(-1));
  }

  /// Returns the total number of bits of the elements, unsigned, or empty on overflow.
  public OptionalLong bitCount(Dtype dtype) {
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

  /// Compares the dimensions as unsigned numbers, from the outermost.
  @Override
  public int compareTo(Shape other) {
    return Arrays.compareUnsigned(dimensions, other.dimensions);
  }

  /// Returns the dimensions in the form `[2, 3]`.
  @Override
  public String toString() {
    // Converts one dimension at a time, because a hostile file may have millions of them.
    StringBuilder text = new StringBuilder("[");
    for (int axis = 0; axis < dimensions.length; axis++) {
      text.append(axis == 0 ? "" : ", ").append(Long.toUnsignedString(dimensions[axis]));
    }
    return text.append(']').toString();
  }
}
