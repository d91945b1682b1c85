package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The position of an element in a tensor.
///
/// @param elementIndex the row-major index, unsigned, below the element count
public record ElementPosition(TensorInfo info, long elementIndex) {

  private static final int MAX_AXES = 16;

  /// Returns the first element that has bits in a byte, or empty if the byte is after the last
  /// element.
  ///
  /// @param byteOffset the offset from the first byte of the tensor
  public static Optional<ElementPosition> of(TensorInfo info, long byteOffset) {
    long elementIndex = ElementType.of(info.dtype()).elementsIn(byteOffset);
    OptionalLong elementCount = info.shape().elementCount();
    return elementCount.isPresent()
            && Long.compareUnsigned(elementIndex, elementCount.getAsLong()) < 0
        ? Optional.of(new ElementPosition(info, elementIndex))
        : Optional.empty();
  }

  /// Returns the offset of the first byte of the element from the first byte of the tensor.
  public long byteOffset() {
    int bits = info.dtype().bits();
    return elementIndex / 8 * bits + elementIndex % 8 * bits / 8;
  }

  /// Returns the unsigned index along each axis, the outermost first, or an empty array for a
  /// scalar.
  public long[] indexes() {
    Shape shape = info.shape();
    long[] indexes = new long[shape.rank()];
    long rest = elementIndex;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      indexes[axis] = Long.remainderUnsigned(rest, shape.dimension(axis));
      rest = Long.divideUnsigned(rest, shape.dimension(axis));
    }
    return indexes;
  }

  /// Returns the indexes in the form `[12, 803]`, abbreviated if there are more than 16 axes.
  public String indexText() {
    String end = info.shape().rank() > MAX_AXES ? ", …]" : "]";
    return Arrays.stream(indexes())
        .limit(MAX_AXES)
        .mapToObj(Long::toUnsignedString)
        .collect(Collectors.joining(", ", "[", end));
  }
}
