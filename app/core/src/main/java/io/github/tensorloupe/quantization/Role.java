package io.github.tensorloupe.quantization;

import io.github.tensorloupe.text.Spelled;

/// The role of a tensor in a quantized weight.
public enum Role implements Spelled {
  CODES,
  SCALE,
  /// The scale of the whole tensor, in addition to group scales.
  SCALE2,
  /// Zero points or shifts.
  ZERO,
  BIAS,
  /// The group of each input column.
  GROUP_INDEX,
  SHAPE,
  /// The numbers that the codes represent.
  TABLE,
  NESTED_SCALE,
  NESTED_TABLE,
  STATE,
  /// A scale for activations. Does not affect the weight's values.
  INPUT_SCALE;

  /// Returns the name in camel case, such as `groupIndex`.
  @Override
  public String spelling() {
    return Spelled.camelCase(this);
  }

  boolean holdsNumbers() {
    return switch (this) {
      case SCALE, SCALE2, ZERO, BIAS, NESTED_SCALE, NESTED_TABLE, TABLE -> true;
      case CODES, GROUP_INDEX, SHAPE, STATE, INPUT_SCALE -> false;
    };
  }
}
