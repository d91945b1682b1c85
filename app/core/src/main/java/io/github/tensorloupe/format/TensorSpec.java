package io.github.tensorloupe.format;

/// A tensor to be written. The writer assigns its data offsets.
///
/// @param name any text but `__metadata__`
/// @param dtype the element type
/// @param shape the dimensions
public record TensorSpec(String name, Dtype dtype, Shape shape) {}
