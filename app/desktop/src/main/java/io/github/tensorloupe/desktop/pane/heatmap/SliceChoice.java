package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapViewModel.State;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The slices of a tensor that the pane shows.
final class SliceChoice {

  /// Vectors up to this length are one row.
  private static final long LONGEST_ROW = 64;

  private SliceChoice() {}

  /// The first view of a tensor.
  static State of(Optional<TensorRef> tensor, Messages messages) {
    if (tensor.isEmpty()) {
      return new State.Nothing(messages.text("heatmap.nothing"));
    }
    Optional<TensorData> data = tensor.get().data();
    if (data.isEmpty() || !TensorSlice.isPossible(tensor.get().info())) {
      return new State.Nothing(messages.text("heatmap.no-data"));
    }
    Shape shape = data.get().info().shape();
    long count = shape.elementCount().orElseThrow();
    if (count == 0) {
      return new State.Nothing(messages.text("heatmap.empty"));
    }
    if (count == 1) {
      return new State.Nothing(messages.text("heatmap.scalar"));
    }
    return new State.Shown(slice(data.get(), shape));
  }

  private static TensorSlice slice(TensorData data, Shape shape) {
    return shape.rank() == 1 && shape.dimension(0) > LONGEST_ROW
        ? TensorSlice.folded(data, rowLength(shape.dimension(0)))
        : TensorSlice.of(data);
  }

  /// The power of two that is next to the root, so that rows and columns are about as many.
  static long rowLength(long elementCount) {
    return Long.highestOneBit(Math.max(1, Math.round(Math.sqrt(elementCount) * Math.sqrt(2))));
  }

  /// True if a vector is cut into rows.
  static boolean isFolded(TensorSlice slice) {
    return slice.data().info().shape().rank() == 1
        && slice.axes().rowAxis() == SliceAxes.NONE
        && slice.rowCount() > 1;
  }

  /// The slice of the same axes that an element is in.
  ///
  /// @param elementIndex counted from the tensor's first element
  static TensorSlice holding(TensorSlice slice, long elementIndex) {
    if (slice.cellOf(elementIndex).isPresent()) {
      return slice;
    }
    long[] indexes = new ElementPosition(slice.data().info(), elementIndex).indexes();
    SliceAxes axes = slice.axes();
    for (int axis = 0; axis < indexes.length; axis++) {
      if (axes.isHeld(axis)) {
        axes = axes.at(axis, indexes[axis]);
      }
    }
    return TensorSlice.of(slice.data(), axes);
  }

  /// The slice at another index of a held axis; empty where it is there already.
  ///
  /// @param index outside the axis stands for the nearest one
  static Optional<TensorSlice> held(TensorSlice slice, int axis, long index) {
    long nearest = Math.clamp(index, 0, slice.data().info().shape().dimension(axis) - 1);
    return slice.axes().indexes().get(axis) == nearest
        ? Optional.empty()
        : Optional.of(TensorSlice.of(slice.data(), slice.axes().at(axis, nearest)));
  }

  /// The slice with another axis as rows or columns; both are swapped if the axis is shown as the
  /// other one. Empty where nothing changes.
  static Optional<TensorSlice> withAxis(TensorSlice slice, int axis, boolean asRows) {
    SliceAxes axes = slice.axes();
    int other = asRows ? axes.columnAxis() : axes.rowAxis();
    int replaced = asRows ? axes.rowAxis() : axes.columnAxis();
    int kept = other == axis ? replaced : other;
    SliceAxes next = new SliceAxes(asRows ? axis : kept, asRows ? kept : axis, axes.indexes());
    return next.equals(axes) ? Optional.empty() : Optional.of(TensorSlice.of(slice.data(), next));
  }

  /// The element of the slice's tensor at a byte; empty for bytes of other tensors.
  ///
  /// @param byteOffset file offset
  static Optional<Long> elementAt(TensorSlice slice, long byteOffset) {
    TensorData data = slice.data();
    return Optional.of(byteOffset)
        .filter(data.range()::contains)
        .flatMap(at -> ElementPosition.of(data.info(), at - data.range().begin()))
        .map(ElementPosition::elementIndex);
  }

  /// The index that a text names; empty where it is not an index of the axis.
  static Optional<Long> index(TensorSlice slice, int axis, String typed) {
    return Optional.of(typed.strip())
        .filter(digits -> digits.matches("[0-9]{1,18}"))
        .map(Long::parseLong)
        .filter(index -> index < slice.data().info().shape().dimension(axis));
  }
}
