package io.github.tensorloupe.adapter;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The methods by which modules change weights.
public enum AdapterKind implements Spelled {
  /// A product of two matrices.
  LORA("LoRA"),
  /// A product for a convolution with a kernel, or with a third factor.
  LOCON("LoCon"),
  /// A product whose sum with the weight is normalized to stored magnitudes.
  DORA("DoRA"),
  /// The element-wise product of two products.
  LOHA("LoHa"),
  /// A Kronecker product.
  LOKR("LoKr"),
  /// Scales outputs or inputs.
  IA3("IA³"),
  /// The difference itself.
  FULL("Full"),
  /// A factor is missing, ranks do not match, or the method is not supported.
  UNKNOWN("Unknown");

  private final String label;

  AdapterKind(String label) {
    this.label = label;
  }

  /// Returns the displayed name.
  public Sentence label() {
    return Sentence.of(label);
  }
}
