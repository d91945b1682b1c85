package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The criterion for pairing two tensors.
public enum PairedBy implements Spelled {
  NAME(Sentence.of("name")),
  /// The names differ in a known prefix of wrappers.
  PREFIX(Sentence.of("prefix")),
  MAP(Sentence.of("rule")),
  /// The tensors have the same bytes, which no other tensor has.
  BYTES(Sentence.of("equal bytes")),
  HAND(Sentence.of("by hand"));

  private final Sentence sentence;

  PairedBy(Sentence sentence) {
    this.sentence = sentence;
  }

  /// Returns a short name of the criterion.
  public Sentence sentence() {
    return sentence;
  }
}
