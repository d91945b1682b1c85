package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.text.Sentence;

/// The outcome for one file of many.
///
/// @param path as it was given
/// @param plan what was or would be done; empty where it did not come to a plan
/// @param changes how the metadata differ, in their order; empty where it did not come to a plan
/// @param warnings sentences for a person on what the change may break; they block nothing
/// @param message one sentence or two for a person
/// @param notes the part of it that a person must hear even where the save went well: what had to
///   be put right before, and what is not as it should be
public record FileReport(
    Path path,
    Optional<SavePlan> plan,
    List<EntryChange> changes,
    List<Sentence> warnings,
    Status status,
    Sentence message,
    List<Sentence> notes) {

  public enum Status {
    /// The metadata were that way already; nothing was written.
    UNCHANGED,
    /// It would be saved; this was a dry run.
    PLANNED,
    SAVED,
    /// It was refused or failed, or was cancelled.
    FAILED
  }

  public FileReport {
    changes = List.copyOf(changes);
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }

  /// A report on a file that was not looked into.
  public static FileReport withoutPlan(Path path, Status status, Sentence message) {
    return new FileReport(path, Optional.empty(), List.of(), List.of(), status, message, List.of());
  }

  FileReport ended(Status end, Sentence sentence, List<Sentence> toHear) {
    return new FileReport(path, plan, changes, warnings, end, sentence, toHear);
  }

  FileReport after(Sentence sentence) {
    List<Sentence> all = new ArrayList<>(notes);
    all.addFirst(sentence);
    return new FileReport(path, plan, changes, warnings, status, sentence.then(message), all);
  }
}
