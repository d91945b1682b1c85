package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;

/// The number of elements of a tensor to be read.
public final class TensorParts {

  private TensorParts() {}

  /// The number of elements: what the shape says, or fewer where their bytes are missing.
  public static long elementCount(TensorData tensor) {
    long inRange = ElementType.of(tensor.info().dtype()).elementsIn(tensor.range().byteCount());
    OptionalLong inShape = tensor.info().shape().elementCount();
    return inShape.isPresent() && Long.compareUnsigned(inShape.getAsLong(), inRange) < 0
        ? inShape.getAsLong()
        : inRange;
  }

  /// The number of parts of these elements.
  public static long count(TensorData tensor) {
    return elementCount(tensor) * ElementType.of(tensor.info().dtype()).partsPerElement();
  }
}
