package io.github.tensorloupe.format;

/// A tensor that is to be written: everything but its place, which the writer decides.
///
/// @param name any text but `__metadata__`
/// @param dtype the element type
/// @param shape the dimensions
public record TensorSpec(String name, Dtype dtype, Shape shape) {}
