package io.github.tensorloupe.desktop.pane.values;

/// The colors of the grid.
enum GridColor {
  VALUE,
  ZERO,
  ABSENT,
  DANGER,
  DANGER_GROUND,
  HEAD,
  HEAD_STRONG,
  HEAD_GROUND,
  LINE,
  EDGE,
  CURSOR,
  SELECTED_GROUND,
  DARK_INK,
  LIGHT_INK,
  NEGATIVE,
  HALF_NEGATIVE,
  MIDDLE,
  HALF_POSITIVE,
  POSITIVE
}
