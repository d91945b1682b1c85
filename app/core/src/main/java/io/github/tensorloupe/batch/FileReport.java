package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.text.Sentence;

/// The result for one file of a batch.
///
/// @param path the path as specified by the caller
/// @param plan the save plan, whether executed or not; empty if planning failed
/// @param keys the metadata keys before the change in order; empty if planning failed
/// @param changes the changes of metadata entries in order; empty if planning failed
/// @param warnings sentences about possible effects of the change, which do not prevent saving
/// @param message one or two sentences about the result
/// @param notes the sentences of the message about recoveries and warnings, which are important
///   even after a successful save
public record FileReport(
    Path path,
    Optional<SavePlan> plan,
    List<String> keys,
    List<EntryChange> changes,
    List<Sentence> warnings,
    Status status,
    Sentence message,
    List<Sentence> notes) {

  public enum Status {
    /// The change has no effect on the metadata. Nothing was written.
    UNCHANGED,
    /// A dry run without obstacles. Nothing was written.
    PLANNED,
    SAVED,
    /// Refused, failed or cancelled.
    FAILED
  }

  public FileReport {
    keys = List.copyOf(keys);
    changes = List.copyOf(changes);
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }

  public static FileReport withoutPlan(Path path, Status status, Sentence message) {
    return withoutChanges(path, Optional.empty(), status, message);
  }

  static FileReport withoutChanges(
      Path path, Optional<SavePlan> plan, Status status, Sentence message) {
    return new FileReport(path, plan, List.of(), List.of(), List.of(), status, message, List.of());
  }

  FileReport withResult(Status end, Sentence sentence, List<Sentence> newNotes) {
    return new FileReport(path, plan, keys, changes, warnings, end, sentence, newNotes);
  }

  FileReport withRecovery(Sentence sentence) {
    List<Sentence> all = new ArrayList<>(notes);
    all.addFirst(sentence);
    return new FileReport(path, plan, keys, changes, warnings, status, sentence.then(message), all);
  }
}
