package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.MetadataEdits.Entry;

/// One step of pending edits, as undo and redo name it.
///
/// @param kind what was done
/// @param key of the entry it was done to; of several, the first one
/// @param count of the entries it was done to
/// @param name what the person called it, such as the title of a preset; if it has one
public record EditStep(Kind kind, String key, int count, Optional<String> name) {

  /// The kind of step.
  public enum Kind {
    ADD,
    DELETE,
    RENAME,
    SET_VALUE,
    MOVE,
    /// Several entries in several ways.
    CHANGE
  }

  static EditStep of(EntryPatch patch, Optional<String> name) {
    SequencedMap<Integer, Entry> shown = patch.added().isEmpty() ? patch.removed() : patch.added();
    return new EditStep(
        kindOf(patch),
        shown.firstEntry().getValue().key(),
        Math.max(patch.removed().size(), patch.added().size()),
        name);
  }

  private static Kind kindOf(EntryPatch patch) {
    if (patch.removed().isEmpty()) {
      return Kind.ADD;
    }
    if (patch.added().isEmpty()) {
      return Kind.DELETE;
    }
    Entry before = patch.removed().firstEntry().getValue();
    Entry after = patch.added().firstEntry().getValue();
    if (patch.removed().size() + patch.added().size() > 2 || before.id() != after.id()) {
      return Kind.CHANGE;
    }
    if (!before.key().equals(after.key())) {
      return Kind.RENAME;
    }
    return before.value().equals(after.value()) ? Kind.MOVE : Kind.SET_VALUE;
  }
}
