package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The reason why two tensors are a pair.
public enum PairedBy implements Spelled {
  /// They have the same name.
  NAME(Sentence.of("name")),
  /// Their names differ in a prefix that wrappers are known to add.
  PREFIX(Sentence.of("prefix")),
  /// A rule of the user leads from one name to the other.
  MAP(Sentence.of("rule")),
  /// They hold the same bytes, and no others do.
  BYTES(Sentence.of("equal bytes")),
  /// A person has said so.
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
