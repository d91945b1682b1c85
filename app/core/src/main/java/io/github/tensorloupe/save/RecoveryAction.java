package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Spelled;

/// The action after an interrupted save.
public enum RecoveryAction implements Spelled {
  /// Deletes journal and draft, because the file is unchanged.
  CLEAN_UP,
  /// Restores the old header.
  ROLL_BACK,
  /// Writes the complete new header again.
  KEEP_NEW,
  /// Sets the journal aside until the user makes a choice, and leaves the file unchanged. Used if
  /// the journal is unreliable or another program has changed the file.
  SET_ASIDE,
  /// Changes nothing, because this program cannot use the journal.
  LEAVE_ALONE;

  /// Returns true if the file can be edited after the action.
  public boolean repairs() {
    return this != SET_ASIDE && this != LEAVE_ALONE;
  }
}
