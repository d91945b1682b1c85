package io.github.tensorloupe.save;

/// The choice for a file whose interrupted save cannot be recovered without asking.
public enum RecoveryChoice {
  /// The header from before the save is written.
  OLD,
  /// The header that the save was writing is written.
  NEW,
  /// The file stays as it is; the journal is kept under another name and no longer heeded.
  KEEP
}
