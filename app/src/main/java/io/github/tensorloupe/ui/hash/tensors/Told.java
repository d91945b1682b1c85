package io.github.tensorloupe.ui.hash.tensors;

import java.util.Objects;

/// What came of some work.
///
/// @param tone how much it matters
/// @param sentence for a person
public record Told(ContentRow.Tone tone, String sentence) {

  public Told {
    Objects.requireNonNull(tone);
    Objects.requireNonNull(sentence);
  }
}
