package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// A tensor under the name that loaders expect: before quantization and without wrapper prefixes.
///
/// @param tensor the tensor with the values, or null if its shard is missing
/// @param shape the shape before quantization, or null if it is unknown
record Stored(String name, TensorRef tensor, Shape shape) {

  int rank() {
    return shape == null ? 0 : shape.rank();
  }

  /// Returns the size of an axis, or empty if the shape is unknown or has another rank.
  OptionalLong dimension(int axis, int rank) {
    return rank() == rank && axis < rank
        ? OptionalLong.of(shape.dimension(axis))
        : OptionalLong.empty();
  }

  String nameInFile() {
    return tensor == null ? name : tensor.info().name();
  }

  String shownName() {
    return DisplayText.of(nameInFile());
  }

  /// Returns the smallest and the largest size as text.
  static Sentence shownSizes(LongSummaryStatistics sizes) {
    return sizes.getMin() == sizes.getMax()
        ? Sentence.of("{0}", sizes.getMin())
        : Sentence.of("{0} to {1}", sizes.getMin(), sizes.getMax());
  }

  static String shownNames(List<Stored> tensors) {
    return DisplayText.ofAll(tensors.stream().map(Stored::nameInFile).toList());
  }
}
