package io.github.tensorloupe.analysis.health;

/// The degree to which the elements of a tensor are copies of each other, bit by bit.
public enum Sameness {
  /// There are several rows (along the first axis) and not all are equal, or there is nothing to
  /// compare.
  VARIED,
  /// There are several rows of several elements, not all elements are equal, but all rows are.
  EQUAL_ROWS,
  /// There are several elements, and all are equal.
  CONSTANT,
  /// Copies are irrelevant: a marker, a counter, an index, or zero points.
  CODES,
  /// The tensor is truncated, so that nothing is known about it as a whole.
  PARTIAL
}
