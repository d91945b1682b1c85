package io.github.tensorloupe.identify;

import io.github.tensorloupe.model.TensorRef;

/// A piece of evidence for a statement.
public sealed interface Evidence {

  /// A tensor, with its name, shape and dtype.
  record OfTensor(TensorRef tensor) implements Evidence {}

  /// The name of a tensor that is in the index of a set, but whose shard is missing or unreadable.
  record OfName(String name) implements Evidence {}

  /// A metadata entry, as stored in the file.
  record OfMetadata(String key, String value) implements Evidence {}

  /// An entry of a configuration file next to the checkpoint, such as `config.json`.
  record OfConfig(String file, String key, String value) implements Evidence {}
}
