package io.github.tensorloupe.element;

/// The class of the number of a code.
public enum ElementClass {
  /// Not a number, with any sign and payload.
  NAN,
  POSITIVE_INFINITY,
  NEGATIVE_INFINITY,
  /// Zero, of either sign.
  ZERO,
  /// Nonzero and below the smallest normal number of the dtype; never an integer.
  SUBNORMAL,
  /// Any other number.
  NORMAL;

  /// Returns true for finite numbers.
  public boolean isFinite() {
    return this == ZERO || this == SUBNORMAL || this == NORMAL;
  }
}
