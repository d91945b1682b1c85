package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Something about pending metadata that is worth telling before they are saved.
///
/// @param entryId the entry that it is about; empty where that is gone or was never there
/// @param key the key that it is about, as it is: not fit for display
/// @param sentence what it is, fit for display
public record EditProblem(Kind kind, OptionalLong entryId, String key, Sentence sentence) {

  /// The kind of problem.
  public enum Kind {
    REPEATED_KEY(true),
    LONE_SURROGATE(true),
    EMPTY_KEY(false),
    RESERVED_KEY(false),
    NUL_CHARACTER(false),
    BROKEN_JSON(false),
    MODEL_SPEC_MISSING(false),
    MODEL_SPEC_FORM(false),
    LOADER_KEY_LOST(false),
    LOADER_KEY_CHANGED(false);

    private final boolean isBlocking;

    Kind(boolean isBlocking) {
      this.isBlocking = isBlocking;
    }

    /// True if the metadata cannot be saved like that. All other problems are warnings.
    public boolean isBlocking() {
      return isBlocking;
    }
  }

  /// True if the metadata cannot be saved like that.
  public boolean isBlocking() {
    return kind.isBlocking();
  }
}
