package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The tiles of a treemap. Immutable; made beside the FX thread.
///
/// @param root the group that fills it, or -1 for the whole document
/// @param tiles those around others before those inside
/// @param byteCount of the whole document
record Treemap(NameTree tree, int root, List<Tile> tiles, double byteCount) {

  Treemap {
    tiles = List.copyOf(tiles);
  }

  /// The map of a group.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Treemap of(
      NameTree tree, List<TensorRef> tensors, int root, Area bounds, Cancellation cancellation) {
    double byteCount = 0;
    for (int top = 0; top < tree.size(); top = tree.subtreeEnd(top)) {
      byteCount += tree.byteCount(top);
    }
    List<Tile> tiles = TreemapLayout.of(tree, tensors, root, bounds, cancellation);
    return new Treemap(tree, root, tiles, byteCount);
  }

  /// The innermost tile at a point.
  Optional<Tile> at(double x, double y) {
    return tiles.reversed().stream().filter(tile -> tile.area().contains(x, y)).findFirst();
  }

  /// The smallest tile that a node is in; empty where it is not shown.
  Optional<Tile> of(int node) {
    Optional<Tile> own =
        tiles.reversed().stream()
            .filter(tile -> !tile.isRest() && holds(tile.node(), node))
            .findFirst();
    int around = own.map(Tile::node).orElse(root);
    if (around == node || !holds(around, node)) {
      return own;
    }
    return tiles.stream()
        .filter(tile -> tile.isRest() && tile.node() == around)
        .findFirst()
        .or(() -> own);
  }

  private boolean holds(int group, int node) {
    return node >= 0 && (group < 0 || node >= group && node < tree.subtreeEnd(group));
  }

  /// The tile that one comes to from another in a direction: of those whose middle lies that way
  /// the nearest, not around it.
  ///
  /// @param stepX 1 for right, -1 for left, else 0
  /// @param stepY 1 for down, -1 for up, else 0
  Optional<Tile> next(Tile from, int stepX, int stepY) {
    Tile best = null;
    double bestDistance = Double.POSITIVE_INFINITY;
    for (Tile tile : tiles) {
      double along =
          (tile.area().centerX() - from.area().centerX()) * stepX
              + (tile.area().centerY() - from.area().centerY()) * stepY;
      double across =
          Math.abs((tile.area().centerX() - from.area().centerX()) * stepY)
              + Math.abs((tile.area().centerY() - from.area().centerY()) * stepX);
      double distance = along + 3 * across;
      if (tile.dtype().isPresent() && along > 0.5 && distance < bestDistance) {
        best = tile;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /// The largest tile with nothing inside.
  Optional<Tile> largest() {
    return tiles.stream()
        .filter(tile -> tile.dtype().isPresent())
        .max(Comparator.comparingLong(Tile::byteCount));
  }

  /// A rectangle in pixels.
  record Area(double x, double y, double width, double height) {

    double size() {
      return width * height;
    }

    boolean contains(double pointX, double pointY) {
      return pointX >= x && pointX < x + width && pointY >= y && pointY < y + height;
    }

    double centerX() {
      return x + width / 2;
    }

    double centerY() {
      return y + height / 2;
    }

    /// The area inside of margins; of no size where they are too wide.
    Area inside(double top, double margin) {
      return new Area(
          x + margin, y + top, Math.max(0, width - 2 * margin), Math.max(0, height - top - margin));
    }
  }

  /// One rectangle of a treemap.
  ///
  /// @param node of the name tree; of a tile that stands for several small ones the group they are
  ///   in
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

    /// True if it stands for several nodes that are too small to be seen.
    boolean isRest() {
      return smallCount > 0;
    }
  }
}
