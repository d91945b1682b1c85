package io.github.tensorloupe.adapter;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The method by which a module changes a weight.
public enum AdapterKind implements Spelled {
  /// A product of two matrices (low-rank).
  LORA("LoRA"),
  /// A low-rank product for a convolution with a kernel, or with a third factor.
  LOCON("LoCon"),
  /// A low-rank product whose sum with the weight is normalized to stored magnitudes.
  DORA("DoRA"),
  /// The element-wise product of two low-rank products.
  LOHA("LoHa"),
  LOKR("LoKr"),
  /// A vector that scales outputs or inputs.
  IA3("IA³"),
  FULL("Full"),
  /// Unsupported method, missing factors, or ranks that do not match.
  UNKNOWN("Unknown");

  private final String label;

  AdapterKind(String label) {
    this.label = label;
  }

  public Sentence label() {
    return Sentence.of(label);
  }
}
