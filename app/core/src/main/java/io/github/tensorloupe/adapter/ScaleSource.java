package io.github.tensorloupe.adapter;

/// The source of a module's scale.
public enum ScaleSource {
  /// A stored alpha tensor.
  TENSOR,
  /// `adapter_config.json` next to the file.
  CONFIG,
  METADATA,
  /// No source; loaders use 1.
  DEFAULT
}
