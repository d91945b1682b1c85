package io.github.tensorloupe.analysis.health;

/// The degree of repetition in a tensor. Elements and rows (along the first axis) are compared bit
/// by bit.
public enum Repetition {
  /// Elements and rows differ, or there are too few elements to compare.
  VARIED,
  /// All rows are equal, but not all elements.
  EQUAL_ROWS,
  /// All elements are equal, and there are at least two.
  CONSTANT,
  /// Repetition is irrelevant: the tensor is a marker, a counter, an index, or zero points.
  EXEMPT,
  /// Unknown, because the tensor is truncated.
  PARTIAL
}
