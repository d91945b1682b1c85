package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Something about pending metadata that is worth telling before they are saved.
///
/// @param entryId the entry that it is about; empty where that is gone or was never there
/// @param key the key that it is about, as it is: not fit for display
/// @param sentence what it is, fit for display
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

  /// True if the metadata cannot be saved like that. All other problems are warnings.
  public boolean isBlocking() {
    return kind == Kind.REPEATED_KEY || kind == Kind.LONE_SURROGATE;
  }
}
