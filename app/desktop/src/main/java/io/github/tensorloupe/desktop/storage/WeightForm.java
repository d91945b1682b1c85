package io.github.tensorloupe.desktop.storage;

/// The displayed form of a quantized weight.
public enum WeightForm {
  /// The selected tensor of the weight as stored, without dequantization.
  CODES,
  SCALES,
  /// The dequantized values of the logical tensor.
  VALUES
}
