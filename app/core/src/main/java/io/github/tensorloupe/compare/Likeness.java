package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// What the difference of two checkpoints looks like, and why.
///
/// @param evidence figures it follows from, or why it is not known
public record Likeness(Kind kind, List<Sentence> evidence) {

  public enum Kind {
    /// Nothing differs, not even the metadata.
    IDENTICAL,
    /// The same tensors, written again: other metadata, other files, another order.
    RESAVE,
    /// The same tensors under other names.
    RENAMED,
    /// The same values in other dtypes.
    CONVERSION,
    /// Many values moved, by little.
    FINE_TUNE,
    /// Some bits of a few elements differ.
    BIT_ROT,
    UNKNOWN
  }

  public Likeness {
    evidence = List.copyOf(evidence);
  }

  public static Likeness of(Comparison comparison, Totals totals) {
    throw new UnsupportedOperationException();
  }
}
