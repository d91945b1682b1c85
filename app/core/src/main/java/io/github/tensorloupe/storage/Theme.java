package io.github.tensorloupe.storage;

/// The color themes.
public enum Theme {
  LIGHT,
  DARK,
  /// Light or dark, depending on the desktop.
  SYSTEM
}
