package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// Lays out the tiles of a treemap. Tiles smaller than a few pixels are merged.
final class TreemapLayout {

  private static final int MAX_DEPTH = 3;
  private static final double MARGIN = 2;
  private static final double MIN_SIZE = 12;
  private static final double MIN_NEST_WIDTH = 56;
  private static final double MIN_NEST_HEIGHT = 48;
  private static final int NODES_BETWEEN_CHECKS = 4096;

  /// A part of a group: a child, the tensor with the same name as the group, or the merged small
  /// children.
  private record Part(int node, String label, long byteCount, int smallCount, int tensorCount) {}

  private final NameTree tree;
  private final List<TensorRef> tensors;
  private final Cancellation cancellation;
  private final List<Tile> tiles = new ArrayList<>();
  private double total;
  private int rankCount;
  private int untilCheck;

  TreemapLayout(NameTree tree, List<TensorRef> tensors, Cancellation cancellation) {
    this.tree = tree;
    this.tensors = tensors;
    this.cancellation = cancellation;
  }

  /// @param root a node, or -1 for the whole tree
  List<Tile> tiles(int root, Area bounds) {
    if (bounds.size() > 0) {
      add(root, bounds, 0, Optional.empty());
    }
    return tiles;
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
    List<Area> areas = squarify(weights, bounds);
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
      boolean isMajority = part.byteCount() > total / 2;
      Optional<Integer> rankInside = isMajority ? Optional.empty() : Optional.of(rank);
      add(part.node(), area.inside(Treemap.TITLE_HEIGHT, MARGIN), depth + 1, rankInside);
    }
  }

  /// Returns the parts of a group that have bytes, the largest first. Small children are merged
  /// into one part.
  private List<Part> parts(int group, double room) {
    int begin = group + 1;
    int end = group < 0 ? tree.size() : tree.subtreeEnd(group);
    double sum = 0;
    for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
      check();
      sum += tree.byteCount(node);
    }
    boolean isTensor = group >= 0 && tree.tensor(group) != NameTree.NO_TENSOR;
    long own = isTensor ? tensors.get(tree.tensor(group)).info().clampedByteCount() : 0;
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
        smallBytes = Saturating.sum(smallBytes, tree.byteCount(node));
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

  // A group with a single child is replaced by the child.
  private Part part(int child, int group) {
    int node = child;
    while (tree.tensor(node) == NameTree.NO_TENSOR
        && tree.isGroup(node)
        && tree.subtreeEnd(node + 1) == tree.subtreeEnd(node)) {
      node++;
    }
    return new Part(node, label(child, node), tree.byteCount(node), 0, tree.tensorCount(node));
  }

  /// Returns the labels from a node down to a descendant, as in the full name.
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
        TensorInfo info = tensors.get(tree.tensor(node)).info();
        bytes.merge(info.dtype(), info.clampedByteCount(), Saturating::sum);
      }
    }
    return bytes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(Dtype.U8);
  }

  private void check() {
    if (untilCheck-- == 0) {
      cancellation.check();
      untilCheck = NODES_BETWEEN_CHECKS;
    }
  }

  /// Divides a rectangle into areas proportional to the weights, in the order of the weights, using
  /// the squarified treemap algorithm of Bruls, Huizing and van Wijk. The areas are as square as
  /// possible and fill the bounds.
  ///
  /// @param weights not negative, finite, the largest first; at least one is not 0
  static List<Area> squarify(double[] weights, Area bounds) {
    double total = Arrays.stream(weights).sum();
    double[] sizes = Arrays.stream(weights).map(each -> each / total * bounds.size()).toArray();
    List<Area> areas = new ArrayList<>();
    Area rest = bounds;
    for (int begin = 0; begin < sizes.length; begin = areas.size()) {
      // A row lies along the shorter side of the remaining area. Weights are added to it as long as
      // this improves the aspect ratios.
      double side = Math.min(rest.width(), rest.height());
      double sum = sizes[begin];
      int end = begin + 1;
      while (end < sizes.length
          && worst(sizes[begin], sizes[end], sum + sizes[end], side)
              <= worst(sizes[begin], sizes[end - 1], sum, side)) {
        sum += sizes[end++];
      }
      double room = Math.max(rest.width(), rest.height());
      double depth = end == sizes.length ? room : side == 0 ? 0 : Math.min(sum / side, room);
      double at = 0;
      for (int i = begin; i < end; i++) {
        double length = sum == 0 ? 0 : i == end - 1 ? side - at : sizes[i] / sum * side;
        areas.add(part(rest, at, length, 0, depth));
        at += length;
      }
      rest = part(rest, 0, side, depth, room - depth);
    }
    return areas;
  }

  /// Returns the largest aspect ratio in a row.
  private static double worst(double largest, double smallest, double sum, double side) {
    if (side == 0 || sum == 0) {
      return 1;
    }
    double depth = sum / side;
    double longest = largest / depth;
    double shortest = smallest / depth;
    return Math.max(longest / depth, shortest == 0 ? Double.POSITIVE_INFINITY : depth / shortest);
  }

  /// Returns a part of an area.
  ///
  /// @param along the offset along the shorter side
  /// @param across the offset along the longer side
  private static Area part(Area area, double along, double length, double across, double depth) {
    return area.width() >= area.height()
        ? new Area(area.x() + across, area.y() + along, depth, length)
        : new Area(area.x() + along, area.y() + across, length, depth);
  }
}
