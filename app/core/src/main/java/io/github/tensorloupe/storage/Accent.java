package io.github.tensorloupe.storage;

/// The colors to choose from for what is selected, focused or the main thing to press.
public enum Accent {
  BLUE,
  TEAL,
  GREEN,
  PURPLE,
  PINK,
  ORANGE
}
