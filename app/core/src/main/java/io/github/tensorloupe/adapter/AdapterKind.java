package io.github.tensorloupe.adapter;

import module java.base;

/// The ways in which modules change weights.
public enum AdapterKind {
  /// A product of two matrices.
  LORA("lora"),
  /// The same for a convolution with a kernel, or with a third factor between.
  LOCON("locon"),
  /// One of these whose sum with the weight is brought to stored magnitudes.
  DORA("dora"),
  /// The products of the elements of two products.
  LOHA("loha"),
  /// A Kronecker product.
  LOKR("lokr"),
  /// Scales outputs or inputs.
  IA3("ia3"),
  /// The difference as it is.
  FULL("full"),
  /// A factor is missing, ranks do not meet, or it is a kind of which nothing is computed.
  UNKNOWN("unknown");

  private final String spelling;

  AdapterKind(String spelling) {
    this.spelling = spelling;
  }

  public String spelling() {
    return spelling;
  }
}
