package io.github.tensorloupe.analysis.slice;

/// The result of [SliceText#parse].
public sealed interface SliceReading {

  /// A slice, its first shown axis going down.
  record Axes(SliceAxes axes) implements SliceReading {}

  /// An element.
  ///
  /// @param elementIndex counted row-major from the first
  record Element(long elementIndex) implements SliceReading {}

  /// Nothing that the tensor has.
  sealed interface Refused extends SliceReading {}

  /// Not as many parts as the tensor has axes.
  ///
  /// @param expected the rank
  /// @param found how many parts there are, ellipses aside
  record WrongAxisCount(int expected, int found) implements Refused {}

  /// An index that the shape does not have.
  ///
  /// @param axis from 0
  /// @param index as it was typed
  /// @param dimension of that axis, unsigned
  record OutOfRange(int axis, long index, long dimension) implements Refused {}

  /// The number of an element that the tensor does not have.
  ///
  /// @param elementIndex as it was typed
  /// @param elementCount how many there are
  record BehindLast(long elementIndex, long elementCount) implements Refused {}

  /// Another number of colons than axes can be shown, and not an index for every axis.
  ///
  /// @param expected 2, or less for a shape of lower rank
  /// @param found how many there are
  record NotTwoColons(int expected, int found) implements Refused {}

  /// Something that is no colon, no index and no ellipsis.
  ///
  /// @param character where it begins, from 1
  record NotUnderstood(int character) implements Refused {}
}
