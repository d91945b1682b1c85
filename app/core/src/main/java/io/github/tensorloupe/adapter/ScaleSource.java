package io.github.tensorloupe.adapter;

/// The source of the scale of a module.
public enum ScaleSource {
  /// A stored alpha tensor.
  TENSOR,
  /// `adapter_config.json` next to the file.
  CONFIG,
  /// The metadata of the file.
  METADATA,
  /// Unknown; loaders use 1.
  DEFAULT
}
