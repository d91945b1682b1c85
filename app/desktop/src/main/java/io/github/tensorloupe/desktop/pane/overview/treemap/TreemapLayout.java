package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// Lays out the tiles of a treemap. What would be smaller than a few pixels is merged.
final class TreemapLayout {

  static final double TITLE_HEIGHT = 16;

  private static final int MAX_DEPTH = 3;
  private static final double MARGIN = 2;
  private static final double MIN_SIZE = 12;
  private static final double MIN_NEST_WIDTH = 56;
  private static final double MIN_NEST_HEIGHT = 48;
  private static final int NODES_BETWEEN_CHECKS = 4096;

  /// Part of a group: a child, the group's own tensor where it is one too, or what is left over.
  private record Part(int node, String label, long byteCount, int smallCount, int tensorCount) {}

  private final NameTree tree;
  private final List<TensorRef> tensors;
  private final Cancellation cancellation;
  private final List<Tile> tiles = new ArrayList<>();
  private double total;
  private int rankCount;
  private int untilCheck;

  private TreemapLayout(NameTree tree, List<TensorRef> tensors, Cancellation cancellation) {
    this.tree = tree;
    this.tensors = tensors;
    this.cancellation = cancellation;
  }

  /// The tiles of everything below a node, those around others before those inside. Takes time in
  /// proportion to the nodes below.
  ///
  /// @param root a node, or -1 for the whole tree
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<Tile> of(
      NameTree tree, List<TensorRef> tensors, int root, Area bounds, Cancellation cancellation) {
    TreemapLayout layout = new TreemapLayout(tree, tensors, cancellation);
    if (bounds.size() > 0) {
      layout.add(root, bounds, 0, Optional.empty());
    }
    return List.copyOf(layout.tiles);
  }

  private void add(int group, Area bounds, int depth, Optional<Integer> rank) {
    List<Part> parts = parts(group, bounds.size());
    if (parts.isEmpty()) {
      return;
    }
    double[] weights = parts.stream().mapToDouble(Part::byteCount).toArray();
    if (depth == 0) {
      total = Arrays.stream(weights).sum();
    }
    List<Area> areas = Squarify.of(weights, bounds);
    for (int i = 0; i < areas.size(); i++) {
      add(parts.get(i), areas.get(i), depth, rank.orElseGet(() -> rankCount++));
    }
  }

  private void add(Part part, Area area, int depth, int rank) {
    boolean nests =
        part.smallCount() == 0
            && depth < MAX_DEPTH
            && tree.isGroup(part.node())
            && part.tensorCount() == tree.tensorCount(part.node())
            && area.width() >= MIN_NEST_WIDTH
            && area.height() >= MIN_NEST_HEIGHT;
    tiles.add(
        new Tile(
            part.node(),
            part.label(),
            area,
            depth,
            rank,
            part.smallCount(),
            part.byteCount(),
            part.tensorCount(),
            nests ? Optional.empty() : Optional.of(mainDtype(part))));
    if (nests) {
      boolean most = part.byteCount() > total / 2;
      Optional<Integer> rankInside = most ? Optional.empty() : Optional.of(rank);
      add(part.node(), area.inside(TITLE_HEIGHT, MARGIN), depth + 1, rankInside);
    }
  }

  /// The parts of a group that have bytes, the largest first; what is too small is one of them.
  private List<Part> parts(int group, double room) {
    int begin = group + 1;
    int end = group < 0 ? tree.size() : tree.subtreeEnd(group);
    double sum = 0;
    for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
      check();
      sum += tree.byteCount(node);
    }
    long own = ownBytes(group);
    sum += own;
    List<Part> parts = new ArrayList<>();
    if (own > 0) {
      parts.add(new Part(group, tree.label(group), own, 0, 1));
    }
    long smallBytes = 0;
    int smallCount = 0;
    int smallTensors = 0;
    for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
      check();
      if (tree.byteCount(node) / sum * room >= MIN_SIZE) {
        parts.add(part(node, group));
      } else if (tree.byteCount(node) > 0) {
        smallBytes = sum(smallBytes, tree.byteCount(node));
        smallCount++;
        smallTensors += tree.tensorCount(node);
      }
    }
    if (smallCount > 0) {
      parts.add(new Part(group, "", smallBytes, smallCount, smallTensors));
    }
    parts.sort(Comparator.comparingLong(Part::byteCount).reversed());
    return parts;
  }

  /// The bytes of the tensor that a group itself is.
  private long ownBytes(int group) {
    return group < 0 || tree.tensor(group) == NameTree.NO_TENSOR
        ? 0
        : Math.max(0, tensors.get(tree.tensor(group)).info().byteCount());
  }

  /// A child; a group with nothing but one child gives way to that.
  private Part part(int child, int group) {
    int node = child;
    while (tree.tensor(node) == NameTree.NO_TENSOR
        && tree.isGroup(node)
        && tree.subtreeEnd(node + 1) == tree.subtreeEnd(node)) {
      node++;
    }
    return new Part(node, label(child, node), tree.byteCount(node), 0, tree.tensorCount(node));
  }

  /// The labels from one node down to another, as the name has them.
  private String label(int from, int to) {
    int end = tree.path(from).length();
    return tree.isPart(from) && from != to
        ? tree.label(from) + '.' + tree.path(to)
        : tree.label(from) + tree.path(to).substring(end);
  }

  private Dtype mainDtype(Part part) {
    boolean one = part.smallCount() == 0 && part.tensorCount() == 1;
    if (one && tree.tensor(part.node()) != NameTree.NO_TENSOR) {
      return tensors.get(tree.tensor(part.node())).info().dtype();
    }
    int end = part.node() < 0 ? tree.size() : tree.subtreeEnd(part.node());
    Map<Dtype, Long> bytes = new EnumMap<>(Dtype.class);
    for (int node = Math.max(0, part.node()); node < end; node++) {
      check();
      if (tree.tensor(node) != NameTree.NO_TENSOR) {
        var info = tensors.get(tree.tensor(node)).info();
        bytes.merge(info.dtype(), Math.max(0, info.byteCount()), TreemapLayout::sum);
      }
    }
    return bytes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(Dtype.U8);
  }

  private static long sum(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private void check() {
    if (untilCheck-- == 0) {
      cancellation.check();
      untilCheck = NODES_BETWEEN_CHECKS;
    }
  }
}
