package io.github.tensorloupe.storage;

/// The forms in which a quantized weight can be shown.
public enum WeightForm {
  /// The selected part as stored.
  CODES,
  SCALES,
  /// The logical tensor.
  VALUES
}
