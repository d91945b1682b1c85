package io.github.tensorloupe.edit;

import module java.base;

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

  public EditStep {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(key);
    Objects.requireNonNull(name);
  }

  /// A step without a name.
  public EditStep(Kind kind, String key, int count) {
    this(kind, key, count, Optional.empty());
  }

  static EditStep of(EntryPatch patch, Optional<String> name) {
    EditStep step = of(patch);
    return new EditStep(step.kind(), step.key(), step.count(), name);
  }

  private static EditStep of(EntryPatch patch) {
    MetadataEdits.Entry[] before = patch.removed().entries();
    MetadataEdits.Entry[] after = patch.added().entries();
    if (before.length == 0) {
      return new EditStep(Kind.ADD, after[0].key(), after.length);
    }
    if (after.length == 0) {
      return new EditStep(Kind.DELETE, before[0].key(), before.length);
    }
    boolean one = before.length == 1 && after.length == 1 && before[0].id() == after[0].id();
    if (!one) {
      return new EditStep(Kind.CHANGE, after[0].key(), Math.max(before.length, after.length));
    }
    if (!before[0].key().equals(after[0].key())) {
      return new EditStep(Kind.RENAME, after[0].key(), 1);
    }
    boolean moved = before[0].value().equals(after[0].value());
    return new EditStep(moved ? Kind.MOVE : Kind.SET_VALUE, after[0].key(), 1);
  }
}
