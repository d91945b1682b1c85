package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;

/// Divides a rectangle into rectangles of wanted sizes that are as near to squares as can be, by
/// the squarified treemap of Bruls, Huizing and van Wijk.
final class Squarify {

  private final double[] sizes;
  private final List<Area> areas = new ArrayList<>();
  private Area rest;

  private Squarify(double[] sizes, Area bounds) {
    this.sizes = sizes;
    this.rest = bounds;
  }

  /// One area for each weight, in proportion to it, in their order. Together they fill the bounds.
  ///
  /// @param weights not negative, finite, the largest first; at least one is not 0
  static List<Area> of(double[] weights, Area bounds) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] sizes = new double[weights.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = weights[i] / sum * bounds.size();
    }
    Squarify squarify = new Squarify(sizes, bounds);
    for (int begin = 0; begin < sizes.length; ) {
      begin = squarify.addRow(begin);
    }
    return squarify.areas;
  }

  /// Lays a row along the shorter side of what is left; it takes as many as make it squarer.
  ///
  /// @return the first that is not in the row
  private int addRow(int begin) {
    double side = Math.min(rest.width(), rest.height());
    double sum = sizes[begin];
    int end = begin + 1;
    while (end < sizes.length
        && worst(begin, end + 1, sum + sizes[end], side) <= worst(begin, end, sum, side)) {
      sum += sizes[end];
      end++;
    }
    place(begin, end, sum);
    return end;
  }

  /// The largest ratio of the sides in a row.
  private double worst(int begin, int end, double sum, double side) {
    if (side == 0 || sum == 0) {
      return 1;
    }
    double depth = sum / side;
    double longest = sizes[begin] / depth;
    double shortest = sizes[end - 1] / depth;
    return Math.max(longest / depth, shortest == 0 ? Double.POSITIVE_INFINITY : depth / shortest);
  }

  private void place(int begin, int end, double sum) {
    boolean upright = rest.width() >= rest.height();
    double side = upright ? rest.height() : rest.width();
    double depth =
        end == sizes.length
            ? upright ? rest.width() : rest.height()
            : side == 0 ? 0 : Math.min(sum / side, upright ? rest.width() : rest.height());
    double at = 0;
    for (int i = begin; i < end; i++) {
      double length = sum == 0 ? 0 : i == end - 1 ? side - at : sizes[i] / sum * side;
      areas.add(
          upright
              ? new Area(rest.x(), rest.y() + at, depth, length)
              : new Area(rest.x() + at, rest.y(), length, depth));
      at += length;
    }
    rest =
        upright
            ? new Area(rest.x() + depth, rest.y(), rest.width() - depth, rest.height())
            : new Area(rest.x(), rest.y() + depth, rest.width(), rest.height() - depth);
  }
}
