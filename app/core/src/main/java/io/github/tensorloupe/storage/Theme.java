package io.github.tensorloupe.storage;

/// The looks to choose from.
public enum Theme {
  LIGHT,
  DARK,
  /// Whichever of the two the desktop is set to.
  SYSTEM
}
