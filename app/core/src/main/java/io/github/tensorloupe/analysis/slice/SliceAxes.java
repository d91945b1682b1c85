package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Shape;

/// Which axes of a tensor are the rows and the columns of a matrix, and where the others are held.
/// Immutable.
///
/// @param rowAxis the axis that goes down, or [#NONE] for a single row
/// @param columnAxis the axis that goes to the right, or [#NONE] for a single column
/// @param indexes an index for every axis of the tensor; what stands at the two axes above has no
///   meaning and is 0
public record SliceAxes(int rowAxis, int columnAxis, List<Long> indexes) {

  /// Stands for an axis that the tensor does not have.
  public static final int NONE = -1;

  public SliceAxes {
    if (rowAxis < NONE || columnAxis < NONE || Math.max(rowAxis, columnAxis) >= indexes.size()) {
      throw new IllegalArgumentException(
          "axes %d and %d of %d".formatted(rowAxis, columnAxis, indexes.size()));
    }
    if (rowAxis == columnAxis && rowAxis != NONE) {
      throw new IllegalArgumentException("axis " + rowAxis + " cannot go both ways");
    }
    List<Long> held = new ArrayList<>(indexes);
    for (int axis : new int[] {rowAxis, columnAxis}) {
      if (axis != NONE) {
        held.set(axis, 0L);
      }
    }
    indexes = List.copyOf(held);
  }

  /// The last two axes, the others held at 0; of a vector one row, of a scalar one cell.
  public static SliceAxes ofLast(Shape shape) {
    int rank = shape.rank();
    return new SliceAxes(
        Math.max(NONE, rank - 2), Math.max(NONE, rank - 1), Collections.nCopies(rank, 0L));
  }

  /// The same with rows and columns exchanged.
  public SliceAxes transposed() {
    return new SliceAxes(columnAxis, rowAxis, indexes);
  }

  /// The same with one of the other axes held elsewhere.
  ///
  /// @param axis neither the row nor the column axis
  public SliceAxes at(int axis, long index) {
    if (!isHeld(axis)) {
      throw new IllegalArgumentException("axis " + axis + " is not held");
    }
    List<Long> changed = new ArrayList<>(indexes);
    changed.set(axis, index);
    return new SliceAxes(rowAxis, columnAxis, changed);
  }

  /// The same with the other axes held where an element is.
  public SliceAxes through(ElementPosition element) {
    return new SliceAxes(rowAxis, columnAxis, Arrays.stream(element.indexes()).boxed().toList());
  }

  /// The same with another axis as rows or as columns; where it is shown as the other one already,
  /// both are exchanged.
  public SliceAxes showing(int axis, boolean asRows) {
    int replaced = asRows ? rowAxis : columnAxis;
    int other = asRows ? columnAxis : rowAxis;
    int kept = other == axis ? replaced : other;
    return new SliceAxes(asRows ? axis : kept, asRows ? kept : axis, indexes);
  }

  public boolean isHeld(int axis) {
    return axis != rowAxis && axis != columnAxis;
  }

  /// As people write it, `[3, :, :, 0]`; which of the two axes goes down is not told.
  public String text() {
    List<String> parts = new ArrayList<>();
    for (int axis = 0; axis < indexes.size(); axis++) {
      parts.add(isHeld(axis) ? Long.toString(indexes.get(axis)) : ":");
    }
    return "[" + String.join(", ", parts) + "]";
  }
}
