package io.github.tensorloupe.adapter;

/// Where the scale of a module comes from.
public enum ScaleSource {
  /// An alpha among its tensors.
  TENSOR,
  /// `adapter_config.json` beside the file.
  CONFIG,
  /// The metadata of the file.
  METADATA,
  /// Nothing tells it, so loaders take 1.
  DEFAULT
}
