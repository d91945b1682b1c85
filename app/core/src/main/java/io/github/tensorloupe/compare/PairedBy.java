package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The criterion for pairing two tensors.
public enum PairedBy implements Spelled {
  NAME(Sentence.of("name")),
  /// Equal names after removing the known prefixes of wrapper modules.
  PREFIX(Sentence.of("prefix")),
  MAP(Sentence.of("rule")),
  /// The names of the same weight in two naming schemes.
  SCHEME(Sentence.of("naming scheme")),
  /// A slice of a fused tensor and the tensor that contains it.
  SLICE(Sentence.of("slice")),
  /// Equal bytes that are unique in both checkpoints.
  BYTES(Sentence.of("equal bytes")),
  HAND(Sentence.of("by hand"));

  private final Sentence sentence;

  PairedBy(Sentence sentence) {
    this.sentence = sentence;
  }

  public Sentence sentence() {
    return sentence;
  }
}
