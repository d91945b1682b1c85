package io.github.tensorloupe.desktop.pane.overview.treemap;

import io.github.tensorloupe.format.Dtype;
import java.util.Optional;

/// One rectangle of a treemap.
///
/// @param node of the name tree; of a tile that stands for several small ones the group they are in
/// @param label the name below the tile around it; as unsafe to show as the file makes it
/// @param depth 0 for the outermost
/// @param rank which group it is or is in, of those that hold no more than half of all; from 0
/// @param smallCount how many children of `node` are merged here; 0 for a tile that is one node
/// @param tensorCount at least 1
/// @param dtype that most of the bytes are of; empty where tiles inside tell
record Tile(
    int node,
    String label,
    Area area,
    int depth,
    int rank,
    int smallCount,
    long byteCount,
    int tensorCount,
    Optional<Dtype> dtype) {

  /// Whether it stands for several nodes that are too small to be seen.
  boolean isRest() {
    return smallCount > 0;
  }
}
