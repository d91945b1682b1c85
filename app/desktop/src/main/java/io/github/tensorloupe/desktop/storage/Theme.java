package io.github.tensorloupe.desktop.storage;

/// The color theme.
public enum Theme {
  LIGHT,
  DARK,
  /// Light or dark, according to the desktop settings.
  SYSTEM
}
