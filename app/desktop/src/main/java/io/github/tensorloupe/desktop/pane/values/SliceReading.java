package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceAxes;

/// The result of [SliceText#parse]. Axes count from 0.
public sealed interface SliceReading {

  /// A slice, its first shown axis going down.
  record Axes(SliceAxes axes) implements SliceReading {}

  /// An element, counted row-major from the first.
  record Element(long elementIndex) implements SliceReading {}

  /// Nothing that the tensor has.
  sealed interface Refused extends SliceReading {}

  /// Not as many parts, ellipses aside, as the tensor has axes.
  record WrongAxisCount(int expected, int found) implements Refused {}

  /// An index, as it was typed, that the shape does not have; the dimension is unsigned.
  record OutOfRange(int axis, long index, long dimension) implements Refused {}

  /// The number of an element, as it was typed, that the tensor does not have.
  record BehindLast(long elementIndex, long elementCount) implements Refused {}

  /// Another number of colons than axes can be shown, which are 2 or less for a shape of lower
  /// rank, and not an index for every axis.
  record NotTwoColons(int expected, int found) implements Refused {}

  /// Something that is no colon, no index and no ellipsis.
  ///
  /// @param character where it begins, from 1
  record NotUnderstood(int character) implements Refused {}
}
