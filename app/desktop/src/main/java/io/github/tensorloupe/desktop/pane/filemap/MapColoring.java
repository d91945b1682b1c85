package io.github.tensorloupe.desktop.pane.filemap;

/// What the colour of a tensor on the map tells.
enum MapColoring {
  /// What is wrong with its values.
  HEALTH,
  /// Its dtype.
  DTYPE,
  /// Which group it is in.
  GROUP
}
