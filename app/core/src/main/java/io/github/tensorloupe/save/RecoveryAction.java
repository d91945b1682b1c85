package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Spelled;

/// The action that recovers from an interrupted save.
public enum RecoveryAction implements Spelled {
  /// The file was not changed yet: journal and draft are deleted.
  CLEAN_UP,
  /// The old header is written again.
  ROLL_BACK,
  /// The new header was complete: it is written again.
  KEEP_NEW,
  /// The journal is not reliable, or another program has written to the file: the file is not
  /// changed, and the journal is set aside until the user has made a choice.
  SET_ASIDE,
  /// The journal cannot be used by this program: nothing is changed.
  LEAVE_ALONE;

  /// Returns true if the file can be edited afterwards.
  public boolean repairs() {
    return this != SET_ASIDE && this != LEAVE_ALONE;
  }
}
