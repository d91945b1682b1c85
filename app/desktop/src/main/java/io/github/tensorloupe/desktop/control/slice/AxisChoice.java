package io.github.tensorloupe.desktop.control.slice;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.format.Shape;

/// Chooses the axes of slices.
public final class AxisChoice {

  private AxisChoice() {}

  /// Returns the default axes for a shape, see [SliceAxes#ofTiles] and [SliceAxes#ofLast]; the
  /// first two axes for convolution kernels of one element. All other axes are fixed at 0.
  public static SliceAxes defaultFor(Shape shape) {
    int rank = shape.rank();
    List<Long> indexes = Collections.nCopies(rank, 0L);
    boolean areSingle =
        rank > 2
            && shape.dimension(0) * shape.dimension(1) > 1
            && IntStream.range(2, rank).allMatch(axis -> shape.dimension(axis) == 1);
    return areSingle
        ? new SliceAxes(0, 1, indexes)
        : SliceAxes.ofTiles(shape).orElseGet(() -> SliceAxes.ofLast(shape));
  }

  /// Returns the axes of a single matrix with the given row or column axis. Exchanges both if this
  /// axis was the other of the two.
  ///
  /// @param asRows true to set the row axis; false to set the column axis
  public static SliceAxes showing(SliceAxes axes, int axis, boolean asRows) {
    int replaced = asRows ? axes.rowAxis() : axes.columnAxis();
    int other = asRows ? axes.columnAxis() : axes.rowAxis();
    int remainingAxis = other == axis ? replaced : other;
    return new SliceAxes(
        asRows ? axis : remainingAxis, asRows ? remainingAxis : axis, axes.indexes());
  }
}
