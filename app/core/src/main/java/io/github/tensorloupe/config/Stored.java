package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;

/// A tensor under the name that loaders expect: before quantization and without wrapper prefixes.
///
/// @param tensor the tensor with the values, or empty if its shard is missing
/// @param shape the shape before quantization, or empty if it is unknown
record Stored(String name, Optional<TensorRef> tensor, Optional<Shape> shape) {

  /// Returns the size of an axis, or empty if the shape is unknown or has another rank.
  OptionalLong dimension(int axis, int rank) {
    return shape.isPresent() && shape.get().rank() == rank
        ? OptionalLong.of(shape.get().dimension(axis))
        : OptionalLong.empty();
  }

  /// Returns the name in the file.
  String nameInFile() {
    return tensor.map(ref -> ref.info().name()).orElse(name);
  }
}
