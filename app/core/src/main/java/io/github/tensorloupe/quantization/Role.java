package io.github.tensorloupe.quantization;

import module java.base;

/// The part that a tensor has in a quantized weight.
public enum Role {
  CODES,
  SCALE,
  /// The scale of the whole tensor above those of its groups.
  SCALE2,
  /// Zero points, or shifts.
  ZERO,
  BIAS,
  /// The group of each input column.
  GROUP_INDEX,
  SHAPE,
  /// The numbers that codes stand for.
  TABLE,
  NESTED_SCALE,
  NESTED_TABLE,
  /// What is known of the weight, as JSON.
  STATE,
  /// For activations; no part of a value.
  INPUT_SCALE;

  /// The spelling used in output, as `groupIndex`.
  public String spelling() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_");
    return words.length == 1
        ? words[0]
        : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
  }

  /// True if numbers of this part enter into values, so that each of them has to be finite.
  boolean holdsNumbers() {
    return switch (this) {
      case SCALE, SCALE2, ZERO, BIAS, NESTED_SCALE, NESTED_TABLE, TABLE -> true;
      case CODES, GROUP_INDEX, SHAPE, STATE, INPUT_SCALE -> false;
    };
  }
}
