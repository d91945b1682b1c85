package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

/// A layout with as many columns of equal width as fit. Each child is added to the shortest column
/// so far.
final class ColumnsPane extends Region {

  private final double minColumnWidth;
  private final int maxColumns;
  private final double gap;

  /// @param minColumnWidth in pixels; if less is available per column, there are fewer columns
  /// @param gap the gap between columns, and between the children of a column, in pixels
  ColumnsPane(double minColumnWidth, int maxColumns, double gap, List<? extends Node> children) {
    this.minColumnWidth = minColumnWidth;
    this.maxColumns = maxColumns;
    this.gap = gap;
    getChildren().setAll(children);
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computePrefWidth(double height) {
    return maxColumns * (minColumnWidth + gap) - gap;
  }

  @Override
  protected double computeMinHeight(double width) {
    return computePrefHeight(width);
  }

  @Override
  protected double computePrefHeight(double width) {
    return place(width < 0 ? computePrefWidth(-1) : width, false);
  }

  @Override
  protected void layoutChildren() {
    place(getWidth(), true);
  }

  // Positions the children, or only computes the total height.
  private double place(double width, boolean reallyPlace) {
    int columns = columnCount(width);
    double[] heights = new double[columns];
    for (Node child : getManagedChildren()) {
      int column =
          IntStream.range(0, columns)
              .boxed()
              .min(Comparator.comparingDouble(it -> heights[it]))
              .orElseThrow();
      double x = columnStart(column, columns, width);
      double columnWidth = columnStart(column + 1, columns, width) - gap - x;
      double y = heights[column] == 0 ? 0 : heights[column] + gap;
      double height = snapSizeY(child.prefHeight(columnWidth));
      if (reallyPlace) {
        child.resizeRelocate(x, y, columnWidth, height);
      }
      heights[column] = y + height;
    }
    return Arrays.stream(heights).max().orElse(0);
  }

  private double columnStart(int column, int columns, double width) {
    return Math.rint(column * (width + gap) / columns);
  }

  // Uses fewer columns if the last row would otherwise be less full than the others.
  private int columnCount(double width) {
    int fitting = Math.clamp((int) ((width + gap) / (minColumnWidth + gap)), 1, maxColumns);
    int children = getManagedChildren().size();
    int rows = (children + fitting - 1) / fitting;
    return rows <= 1 ? fitting : (children + rows - 1) / rows;
  }
}
