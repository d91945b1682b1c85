package io.github.tensorloupe.save;

/// The action that recovers from an interrupted save.
public enum RecoveryAction {
  /// The save had not begun to change the file: what lies beside it is deleted.
  CLEAN_UP("clean-up"),
  /// The old header is written again.
  ROLL_BACK("roll-back"),
  /// The new header was complete: it is written again.
  KEEP_NEW("keep-new"),
  /// The journal cannot be relied on, or someone else wrote to the file since: the file is not
  /// touched and the journal is put aside, until someone has chosen what is to become of the file.
  SET_ASIDE("set-aside"),
  /// The journal is not for this program to use: nothing is touched.
  LEAVE_ALONE("leave-alone");

  private final String word;

  RecoveryAction(String word) {
    this.word = word;
  }

  /// The spelling used in output.
  public String word() {
    return word;
  }

  /// True if the file is right afterwards, so that it can be edited again.
  public boolean putsRight() {
    return switch (this) {
      case CLEAN_UP, ROLL_BACK, KEEP_NEW -> true;
      case SET_ASIDE, LEAVE_ALONE -> false;
    };
  }
}
