package io.github.tensorloupe.storage;

/// The displayed form of a quantized weight.
public enum WeightForm {
  /// The stored codes.
  CODES,
  SCALES,
  /// The dequantized values of the logical tensor.
  VALUES
}
