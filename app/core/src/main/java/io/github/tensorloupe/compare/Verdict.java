package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// One sentence about what changed between two checkpoints.
public record Verdict(Sentence sentence) {

  public static Verdict of(Comparison comparison, Totals totals) {
    throw new UnsupportedOperationException();
  }
}
