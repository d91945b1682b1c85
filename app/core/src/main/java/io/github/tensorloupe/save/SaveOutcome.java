package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The result of a successful save.
///
/// @param isConfirmedDurable true if the disk has confirmed the save, so that it survives a power
///   cut
/// @param notes warnings, as sentence fragments
public record SaveOutcome(
    SavePlan plan, boolean isConfirmedDurable, List<Sentence> notes, Sentence message) {

  public SaveOutcome {
    notes = List.copyOf(notes);
  }

  /// Returns true if bytes were written.
  public boolean isSaved() {
    return plan.strategy() != Strategy.NONE;
  }
}
