package io.github.tensorloupe.desktop.pane.overview.treemap;

/// What the colour of a tile tells.
enum TileColoring {
  /// The dtype that most of its bytes are of.
  DTYPE,
  /// Which group it is in.
  GROUP
}
