package io.github.tensorloupe.adapter;

/// The source of a module's scale.
public enum ScaleSource {
  /// A stored alpha tensor.
  TENSOR,
  /// `adapter_config.json` next to the file.
  CONFIG,
  /// The metadata of the file.
  METADATA,
  /// No source; loaders use 1.
  DEFAULT
}
