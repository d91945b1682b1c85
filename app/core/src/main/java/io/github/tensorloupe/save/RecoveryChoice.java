package io.github.tensorloupe.save;

/// The user's choice for a file that cannot be recovered automatically.
public enum RecoveryChoice {
  /// Write the old header.
  OLD,
  /// Write the new header.
  NEW,
  /// Leave the file unchanged. The journal is renamed and then ignored.
  KEEP
}
