package io.github.tensorloupe.ui.save;

/// What a person wants done about interrupted saves.
public enum RecoveryAnswer {
  /// Those whose program is gone are put right, then the document opens.
  PUT_RIGHT,
  /// The same, and those that began on another computer are taken for abandoned.
  PUT_RIGHT_OF_OTHER_COMPUTERS_TOO,
  /// The document opens, and nothing is changed.
  OPEN_AS_IT_IS,
  /// The document does not open.
  DO_NOT_OPEN
}
