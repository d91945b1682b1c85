package io.github.tensorloupe.adapter;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The ways in which modules change weights.
public enum AdapterKind implements Spelled {
  /// A product of two matrices.
  LORA("LoRA"),
  /// The same for a convolution with a kernel, or with a third factor between.
  LOCON("LoCon"),
  /// One of these whose sum with the weight is brought to stored magnitudes.
  DORA("DoRA"),
  /// The products of the elements of two products.
  LOHA("LoHa"),
  /// A Kronecker product.
  LOKR("LoKr"),
  /// Scales outputs or inputs.
  IA3("IA³"),
  /// The difference as it is.
  FULL("Full"),
  /// A factor is missing, ranks do not meet, or it is a kind of which nothing is computed.
  UNKNOWN("Unknown");

  private final String label;

  AdapterKind(String label) {
    this.label = label;
  }

  /// The name for a person.
  public Sentence label() {
    return Sentence.of(label);
  }
}
