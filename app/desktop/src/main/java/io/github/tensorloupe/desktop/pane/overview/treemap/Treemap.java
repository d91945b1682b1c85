package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The bytes of a checkpoint as nested rectangles, one level of nesting per group. Immutable.
///
/// @param root the group that fills the map, or -1 for the whole checkpoint
/// @param tiles the tiles, parents before their children
/// @param byteCount the number of bytes of the whole checkpoint
public record Treemap(NameTree tree, int root, List<Tile> tiles, double byteCount) {

  /// The height of a tile's title, which is not covered by nested tiles.
  public static final double TITLE_HEIGHT = 16;

  /// A rectangle in pixels.
  public record Area(double x, double y, double width, double height) {

    public double size() {
      return width * height;
    }

    public boolean contains(double pointX, double pointY) {
      return pointX >= x && pointX < x + width && pointY >= y && pointY < y + height;
    }

    public double centerX() {
      return x + width / 2;
    }

    public double centerY() {
      return y + height / 2;
    }

    /// Returns the area without the margins; empty if the margins are too wide.
    Area inside(double top, double margin) {
      return new Area(
          x + margin, y + top, Math.max(0, width - 2 * margin), Math.max(0, height - top - margin));
    }
  }

  /// A rectangle of a treemap.
  ///
  /// @param node the node of the name tree; for a tile that merges several small nodes their parent
  /// @param label the name relative to the parent tile, not escaped for display
  /// @param depth 0 for the outermost tiles
  /// @param rank the zero-based number of the group that the tile is or belongs to, counting the
  ///   groups with at most half of all bytes
  /// @param smallCount the number of children of `node` that are merged into this tile; 0 for a
  ///   tile of a single node
  /// @param tensorCount at least 1
  /// @param dtype the dtype of most of the bytes; empty if the tile contains nested tiles
  public record Tile(
      int node,
      String label,
      Area area,
      int depth,
      int rank,
      int smallCount,
      long byteCount,
      int tensorCount,
      Optional<Dtype> dtype) {

    /// Returns whether this tile merges several nodes that are too small to display.
    public boolean isRest() {
      return smallCount > 0;
    }
  }

  public Treemap {
    tiles = List.copyOf(tiles);
  }

  /// Computes the map of a group. Tiles smaller than a few pixels are merged. Takes time linear in
  /// the number of nodes below it.
  ///
  /// @param tensors the tensors of the checkpoint
  public static Treemap of(
      NameTree tree, List<TensorRef> tensors, int root, Area bounds, Cancellation cancellation) {
    TreemapLayout layout = new TreemapLayout(tree, tensors, cancellation);
    return new Treemap(tree, root, layout.tiles(root, bounds), tree.totalBytes());
  }

  /// Returns the innermost tile at a point.
  public Optional<Tile> at(double x, double y) {
    return tiles.reversed().stream().filter(tile -> tile.area().contains(x, y)).findFirst();
  }

  /// Returns the smallest tile that contains a node; empty if the node is not displayed.
  public Optional<Tile> of(int node) {
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

  /// Returns the next tile in a direction: the nearest of the innermost tiles whose center is in
  /// that direction.
  ///
  /// @param stepX 1 for right, -1 for left, otherwise 0
  /// @param stepY 1 for down, -1 for up, otherwise 0
  public Optional<Tile> next(Tile from, int stepX, int stepY) {
    return tiles.stream()
        .filter(tile -> tile.dtype().isPresent() && along(from, tile, stepX, stepY) > 0.5)
        .min(
            Comparator.comparingDouble(
                tile ->
                    along(from, tile, stepX, stepY)
                        + 3 * Math.abs(along(from, tile, stepY, stepX))));
  }

  private static double along(Tile from, Tile to, int stepX, int stepY) {
    return (to.area().centerX() - from.area().centerX()) * stepX
        + (to.area().centerY() - from.area().centerY()) * stepY;
  }

  /// Returns the largest of the innermost tiles.
  public Optional<Tile> largest() {
    return tiles.stream()
        .filter(tile -> tile.dtype().isPresent())
        .max(Comparator.comparingLong(Tile::byteCount));
  }
}
