package io.github.tensorloupe.compare;

import module java.base;

/// The largest difference so far, and where it is. Not thread-safe.
final class LargestDelta {

  /// Its magnitude, rounded; −1 where there is none yet.
  private double magnitude = -1;

  /// What the magnitude is short of.
  private double rest;

  private long part;

  /// True if a number that rounds to this may be larger.
  boolean mayGrow(double rounded) {
    return rounded >= magnitude;
  }

  /// Takes b − a into account.
  ///
  /// @param restA what `a` is short of: 0 but for 64-bit integers
  void consider(double a, double restA, double b, double restB, long atPart) {
    double sum = b - a;
    if (Double.isInfinite(sum)) {
      consider(sum, 0, atPart);
      return;
    }
    double partOfB = sum + a;
    double error = (b - partOfB) - (a + (sum - partOfB)) + (restB - restA);
    double rounded = sum + error;
    consider(rounded, error - (rounded - sum), atPart);
  }

  private void consider(double delta, double deltaRest, long atPart) {
    double absolute = Math.abs(delta);
    double own = delta < 0 ? -deltaRest : deltaRest;
    if (absolute > magnitude
        || absolute == magnitude && (own > rest || own == rest && atPart < part)) {
      magnitude = absolute;
      rest = own;
      part = atPart;
    }
  }

  void merge(LargestDelta other) {
    if (other.magnitude >= 0) {
      consider(other.magnitude, other.rest, other.part);
    }
  }

  /// The magnitude; empty where there is none or it is beyond the range of a `double`.
  ///
  /// @param isInteger true if it is a whole number, which is given exactly
  Optional<Number> magnitude(boolean isInteger) {
    if (magnitude < 0 || Double.isInfinite(magnitude)) {
      return Optional.empty();
    }
    return Optional.of(
        isInteger
            ? new BigDecimal(magnitude).add(new BigDecimal(rest)).toBigIntegerExact()
            : (Number) magnitude);
  }

  /// The place of a difference other than 0.
  OptionalLong part() {
    return magnitude > 0 && Double.isFinite(magnitude)
        ? OptionalLong.of(part)
        : OptionalLong.empty();
  }
}
