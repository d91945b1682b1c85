package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;

/// A tensor under the name that loaders expect: before quantization and without wrapper prefixes.
///
/// A checkpoint may have half a million of them, so the fields are not optionals.
final class Stored {

  private final String name;
  private final TensorRef tensor;
  private final Shape shape;

  /// @param tensor the tensor with the values, or null if its shard is missing
  /// @param shape the shape before quantization, or null if it is unknown
  Stored(String name, TensorRef tensor, Shape shape) {
    this.name = name;
    this.tensor = tensor;
    this.shape = shape;
  }

  Stored withName(String other) {
    return new Stored(other, tensor, shape);
  }

  String name() {
    return name;
  }

  Optional<TensorRef> tensor() {
    return Optional.ofNullable(tensor);
  }

  int rank() {
    return shape == null ? 0 : shape.rank();
  }

  /// Returns the size of an axis, which must be less than the rank.
  long dimension(int axis) {
    return shape.dimension(axis);
  }

  /// Returns the size of an axis, or empty if the shape is unknown or has another rank.
  OptionalLong dimension(int axis, int rank) {
    return rank() == rank && rank > 0
        ? OptionalLong.of(shape.dimension(axis))
        : OptionalLong.empty();
  }

  /// Returns the name in the file.
  String nameInFile() {
    return tensor == null ? name : tensor.info().name();
  }
}
