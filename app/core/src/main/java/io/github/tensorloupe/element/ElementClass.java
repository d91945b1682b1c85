package io.github.tensorloupe.element;

/// The class of a number.
public enum ElementClass {
  /// Not a number, with any sign and payload.
  NAN,
  POSITIVE_INFINITY,
  NEGATIVE_INFINITY,
  /// Zero, of either sign.
  ZERO,
  /// Nonzero, with a magnitude below the smallest normal number of the dtype. Does not occur in
  /// integer dtypes.
  SUBNORMAL,
  /// Any other number.
  NORMAL;

  /// Returns true for finite numbers.
  public boolean isFinite() {
    return this == ZERO || this == SUBNORMAL || this == NORMAL;
  }
}
