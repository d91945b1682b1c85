package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The result of a save that did not fail.
///
/// @param isConfirmedDurable true if the disk has confirmed that the new file survives a power cut
/// @param notes what is not as it should be all the same, each as a part of a sentence
public record SaveOutcome(
    SavePlan plan, boolean isConfirmedDurable, List<Sentence> notes, Sentence message) {

  public SaveOutcome {
    notes = List.copyOf(notes);
  }

  /// True if bytes were written.
  public boolean isSaved() {
    return plan.strategy() != Strategy.NONE;
  }
}
