package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The result of a successful save.
///
/// @param isConfirmedDurable true if the save is on the disk and survives a power failure
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
