package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceAxes;

/// The result of [SliceText#parse]. Axes are numbered from 0.
public sealed interface SliceReading {

  /// A slice, in which the first shown axis is vertical.
  record Axes(SliceAxes axes) implements SliceReading {}

  /// An element, by its row-major index.
  record Element(long elementIndex) implements SliceReading {}

  /// A text that does not match the tensor.
  sealed interface Refused extends SliceReading {}

  /// The number of parts, without ellipses, differs from the number of axes.
  record WrongAxisCount(int expected, int found) implements Refused {}

  /// An index, as typed, that is out of range for the shape; the dimension is unsigned.
  record OutOfRange(int axis, long index, long dimension) implements Refused {}

  /// An element number, as typed, that is out of range for the tensor.
  record ElementOutOfRange(long elementIndex, long elementCount) implements Refused {}

  /// The number of colons differs from the number of axes that can be shown, which is at most 2 and
  /// lower for shapes of lower rank, and there is not an index for every axis.
  record NotTwoColons(int expected, int found) implements Refused {}

  /// A part that is not a colon, an index or an ellipsis.
  ///
  /// @param character the position where it begins, from 1
  record NotUnderstood(int character) implements Refused {}
}
