package io.github.tensorloupe.storage;

/// The accent color of the selection, the focus and default buttons.
public enum Accent {
  BLUE,
  TEAL,
  GREEN,
  PURPLE,
  PINK,
  ORANGE
}
