package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The bytes of a checkpoint as nested rectangles, group by group. Immutable.
///
/// @param root the group that fills it, or -1 for the whole checkpoint
/// @param tiles those around others before those inside
/// @param byteCount of the whole checkpoint
public record Treemap(NameTree tree, int root, List<Tile> tiles, double byteCount) {

  /// The height of a tile's title, which tiles inside leave free.
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

    /// True if it stands for several nodes that are too small to be seen.
    public boolean isRest() {
      return smallCount > 0;
    }
  }

  public Treemap {
    tiles = List.copyOf(tiles);
  }

  /// The map of a group. What would be smaller than a few pixels is merged. Takes time in
  /// proportion to the nodes below.
  ///
  /// @param tensors of the checkpoint
  public static Treemap of(
      NameTree tree, List<TensorRef> tensors, int root, Area bounds, Cancellation cancellation) {
    TreemapLayout layout = new TreemapLayout(tree, tensors, cancellation);
    return new Treemap(tree, root, layout.tiles(root, bounds), tree.totalBytes());
  }

  /// The innermost tile at a point.
  public Optional<Tile> at(double x, double y) {
    return tiles.reversed().stream().filter(tile -> tile.area().contains(x, y)).findFirst();
  }

  /// The smallest tile that a node is in; empty where it is not shown.
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

  /// The tile that one comes to from another in a direction: of those whose middle lies that way
  /// the nearest, not around it.
  ///
  /// @param stepX 1 for right, -1 for left, else 0
  /// @param stepY 1 for down, -1 for up, else 0
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

  /// The largest tile with nothing inside.
  public Optional<Tile> largest() {
    return tiles.stream()
        .filter(tile -> tile.dtype().isPresent())
        .max(Comparator.comparingLong(Tile::byteCount));
  }
}
