package io.github.tensorloupe.format;

/// A tensor to write. [HeaderWriter] assigns its data offsets.
///
/// @param name any string except `__metadata__`
public record TensorSpec(String name, Dtype dtype, Shape shape) {}
