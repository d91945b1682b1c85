package io.github.tensorloupe.identify;

import io.github.tensorloupe.model.TensorRef;

/// The evidence for a statement.
public sealed interface Evidence {

  /// A tensor: its name, and where it tells something also its shape and dtype.
  record OfTensor(TensorRef tensor) implements Evidence {}

  /// A tensor of which only the name is known: the index of a set names it, but its shard is not
  /// there.
  record OfName(String name) implements Evidence {}

  /// An entry of the metadata, as it stands in the file.
  record OfMetadata(String key, String value) implements Evidence {}
}
