package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// One element of a tensor: its place in the shape and among the tensor's bytes.
///
/// @param elementIndex counted row-major from the first element, unsigned, below the element count
public record ElementPosition(TensorInfo info, long elementIndex) {

  private static final int MAX_AXES = 16;

  /// The element of a byte, of several elements in one byte the first; empty where the shape does
  /// not reach so far.
  ///
  /// @param byteOffset from the tensor's first byte
  public static Optional<ElementPosition> of(TensorInfo info, long byteOffset) {
    long elementIndex = ElementType.of(info.dtype()).elementsIn(byteOffset);
    OptionalLong elementCount = info.shape().elementCount();
    return elementCount.isPresent()
            && Long.compareUnsigned(elementIndex, elementCount.getAsLong()) < 0
        ? Optional.of(new ElementPosition(info, elementIndex))
        : Optional.empty();
  }

  /// The offset of the byte that the element begins in, counted from the tensor's first byte.
  public long byteOffset() {
    int bits = info.dtype().bits();
    return elementIndex / 8 * bits + elementIndex % 8 * bits / 8;
  }

  /// Its index along each axis, outermost first, unsigned; none for a scalar.
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

  /// Its index along each axis, as `[12, 803]`; `[]` for a scalar. Of very many axes only the first
  /// are named.
  public String indexText() {
    String end = info.shape().rank() > MAX_AXES ? ", …]" : "]";
    return Arrays.stream(indexes())
        .limit(MAX_AXES)
        .mapToObj(Long::toUnsignedString)
        .collect(Collectors.joining(", ", "[", end));
  }
}
