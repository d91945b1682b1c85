package io.github.tensorloupe.storage;

/// The forms in which a quantized weight is shown.
public enum WeightForm {
  /// The selected part as it is stored.
  CODES,
  SCALES,
  /// The logical tensor.
  VALUES
}
