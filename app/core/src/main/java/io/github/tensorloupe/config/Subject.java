package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.text.Spelled;

/// A property that a configuration and the tensors determine independently.
public enum Subject implements Spelled {
  LAYERS,
  ENCODER_LAYERS,
  DECODER_LAYERS,
  VISION_LAYERS,
  HIDDEN_SIZE,
  VOCABULARY,
  HEAD,
  HEADS,
  KV_HEADS,
  HEAD_DIM,
  INTERMEDIATE_SIZE,
  POSITIONS,
  LABELS,
  EXPERTS,
  MTP_LAYERS,
  TOWERS,
  QUANTIZATION_BITS,
  QUANTIZATION_GROUP,
  RANK;

  /// Returns the name in camel case, such as `hiddenSize`.
  @Override
  public String spelling() {
    return Spelled.camelCase(this);
  }

  static Subject of(String spelling) {
    return Arrays.stream(values())
        .filter(each -> each.spelling().equals(spelling))
        .findFirst()
        .orElseThrow();
  }
}
