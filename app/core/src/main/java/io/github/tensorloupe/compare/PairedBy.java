package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The reason why two tensors are a pair.
public enum PairedBy implements Spelled {
  NAME(Sentence.of("name")),
  /// Their names differ in a prefix that wrappers are known to add.
  PREFIX(Sentence.of("prefix")),
  MAP(Sentence.of("rule")),
  /// They hold the same bytes, and no others do.
  BYTES(Sentence.of("equal bytes")),
  HAND(Sentence.of("by hand"));

  private final Sentence sentence;

  PairedBy(Sentence sentence) {
    this.sentence = sentence;
  }

  /// The reason in a word or two.
  public Sentence sentence() {
    return sentence;
  }
}
