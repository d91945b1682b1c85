package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import java.util.Objects;
import java.util.Optional;

/// What came of some work.
///
/// @param tone how much it matters
/// @param sentence for a person
/// @param failure what can be copied, where it has failed
public record Told(ContentRow.Tone tone, String sentence, Optional<Failure> failure) {

  /// What came of work that has not failed.
  Told(ContentRow.Tone tone, String sentence) {
    this(tone, sentence, Optional.empty());
  }

  /// Why work has failed.
  static Told failed(String sentence, Throwable cause) {
    return new Told(ContentRow.Tone.DANGER, sentence, Optional.of(Failures.of(cause, sentence)));
  }

  public Told {
    Objects.requireNonNull(tone);
    Objects.requireNonNull(sentence);
    Objects.requireNonNull(failure);
  }
}
