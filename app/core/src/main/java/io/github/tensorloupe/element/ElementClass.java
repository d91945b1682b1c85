package io.github.tensorloupe.element;

/// The class of number that a code stands for.
public enum ElementClass {
  /// Not a number, of any sign and payload.
  NAN,
  POSITIVE_INFINITY,
  NEGATIVE_INFINITY,
  /// Zero, of either sign.
  ZERO,
  /// Not zero and below the smallest normal number of its dtype; never an integer.
  SUBNORMAL,
  /// Any other number.
  NORMAL;

  /// True if it is a number that has a place on the number line.
  public boolean isFinite() {
    return this == ZERO || this == SUBNORMAL || this == NORMAL;
  }
}
