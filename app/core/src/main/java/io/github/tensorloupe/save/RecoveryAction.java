package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Spelled;

/// The action that recovers from an interrupted save.
public enum RecoveryAction implements Spelled {
  /// The save had not begun to change the file: what lies beside it is deleted.
  CLEAN_UP,
  /// The old header is written again.
  ROLL_BACK,
  /// The new header was complete: it is written again.
  KEEP_NEW,
  /// The journal cannot be relied on, or someone else wrote to the file since: the file is not
  /// touched and the journal is put aside, until someone has chosen what is to become of the file.
  SET_ASIDE,
  /// The journal is not for this program to use: nothing is touched.
  LEAVE_ALONE;

  /// True if the file is right afterwards, so that it can be edited again.
  public boolean putsRight() {
    return this != SET_ASIDE && this != LEAVE_ALONE;
  }
}
