package io.github.tensorloupe.quantization;

import module java.base;

/// The role of a tensor in a quantized weight.
public enum Role {
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
  /// A JSON description of the weight.
  STATE,
  /// A scale for activations. Does not affect the weight's values.
  INPUT_SCALE;

  /// Returns the spelling in output in camel case, such as `groupIndex`.
  public String spelling() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_");
    return words.length == 1
        ? words[0]
        : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
  }

  boolean holdsNumbers() {
    return switch (this) {
      case SCALE, SCALE2, ZERO, BIAS, NESTED_SCALE, NESTED_TABLE, TABLE -> true;
      case CODES, GROUP_INDEX, SHAPE, STATE, INPUT_SCALE -> false;
    };
  }
}
