package io.github.tensorloupe.identify;

import io.github.tensorloupe.model.TensorRef;

/// The evidence for a statement.
public sealed interface Evidence {

  /// A tensor, with its name, shape and dtype.
  record OfTensor(TensorRef tensor) implements Evidence {}

  /// A tensor with only a known name: the index of a set names it, but its shard is missing or
  /// unreadable.
  record OfName(String name) implements Evidence {}

  /// A metadata entry, as stored in the file.
  record OfMetadata(String key, String value) implements Evidence {}
}
