package io.github.tensorloupe.save;

/// What recovering from an interrupted save does.
public enum RecoveryAction {
  /// The file was not touched: only what lies beside it is deleted.
  CLEAN_UP("clean-up"),
  /// The old header is written back.
  ROLL_BACK("roll-back"),
  /// The new header is complete: only the journal is deleted.
  KEEP_NEW("keep-new"),
  /// Someone else wrote to the file since: it is not touched, and the journal is put aside.
  SET_ASIDE("set-aside");

  private final String word;

  RecoveryAction(String word) {
    this.word = word;
  }

  /// The spelling used in output.
  public String word() {
    return word;
  }
}
