package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A problem of edited metadata, reported before saving.
///
/// @param entryId the id of the affected entry, or empty if it was removed or never existed
/// @param key the affected key, not escaped for display
/// @param sentence the description, escaped for display
public record EditProblem(Kind kind, OptionalLong entryId, String key, Sentence sentence) {

  public enum Kind {
    REPEATED_KEY,
    LONE_SURROGATE,
    EMPTY_KEY,
    RESERVED_KEY,
    NUL_CHARACTER,
    BROKEN_JSON,
    MODEL_SPEC_MISSING,
    MODEL_SPEC_FORM,
    LOADER_KEY_LOST,
    LOADER_KEY_CHANGED
  }

  /// Returns true if the problem prevents saving. Other problems are warnings.
  public boolean isBlocking() {
    return kind == Kind.REPEATED_KEY || kind == Kind.LONE_SURROGATE;
  }
}
