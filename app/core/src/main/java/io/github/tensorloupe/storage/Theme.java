package io.github.tensorloupe.storage;

/// The looks to choose from.
public enum Theme {
  /// Dark text on a light ground.
  LIGHT,
  /// Light text on a dark ground.
  DARK,
  /// Whichever of the two the desktop is set to.
  SYSTEM
}
