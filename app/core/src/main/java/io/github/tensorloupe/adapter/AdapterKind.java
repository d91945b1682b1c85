package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The ways in which modules change weights.
public enum AdapterKind {
  /// A product of two matrices.
  LORA("lora", "LoRA"),
  /// The same for a convolution with a kernel, or with a third factor between.
  LOCON("locon", "LoCon"),
  /// One of these whose sum with the weight is brought to stored magnitudes.
  DORA("dora", "DoRA"),
  /// The products of the elements of two products.
  LOHA("loha", "LoHa"),
  /// A Kronecker product.
  LOKR("lokr", "LoKr"),
  /// Scales outputs or inputs.
  IA3("ia3", "IA³"),
  /// The difference as it is.
  FULL("full", "Full"),
  /// A factor is missing, ranks do not meet, or it is a kind of which nothing is computed.
  UNKNOWN("unknown", "Unknown");

  private final String spelling;
  private final String label;

  AdapterKind(String spelling, String label) {
    this.spelling = spelling;
    this.label = label;
  }

  public String spelling() {
    return spelling;
  }

  /// The name for a person.
  public Sentence label() {
    return Sentence.of(label);
  }
}
