package io.github.tensorloupe.compare;

import module java.base;

/// The largest difference so far, and where it is. Not thread-safe.
final class LargestDelta {

  /// A difference exactly: the sum of two numbers.
  ///
  /// @param isHalf true if it is half of the difference, which itself is beyond the range
  /// @param magnitude rounded
  /// @param rest what the magnitude is short of
  /// @param part the index of the part that has it
  private record Delta(boolean isHalf, double magnitude, double rest, long part) {

    private static final Comparator<Delta> ASCENDING =
        Comparator.comparing(Delta::isHalf)
            .thenComparingDouble(Delta::magnitude)
            .thenComparingDouble(Delta::rest)
            .thenComparing(Comparator.comparingLong(Delta::part).reversed());
  }

  /// Null where there is none yet.
  private Delta largest;

  /// Its magnitude, rounded; −1 where there is none yet.
  private double magnitude = -1;

  /// True if a number that rounds to this may be larger.
  boolean mayGrow(double rounded) {
    return rounded >= magnitude;
  }

  /// The same for one that was rounded to a `float`.
  boolean mayGrow(float rounded) {
    return rounded >= (float) magnitude;
  }

  /// Takes b − a into account.
  ///
  /// @param restA what `a` is short of: 0 but for 64-bit integers
  void consider(double a, double restA, double b, double restB, long part) {
    boolean isHalf = Double.isInfinite(b - a);
    double left = isHalf ? a / 2 : a;
    double right = isHalf ? b / 2 : b;
    // The error of a sum is a double itself.
    double sum = right - left;
    double partOfRight = sum + left;
    double error = right - partOfRight - (left + (sum - partOfRight)) + (restB - restA);
    double rounded = sum + error;
    double rest = error - (rounded - sum);
    // Zero has one sign here.
    consider(new Delta(isHalf, Math.abs(rounded), rounded < 0 ? 0 - rest : 0 + rest, part));
  }

  private void consider(Delta delta) {
    if (largest == null || Delta.ASCENDING.compare(delta, largest) > 0) {
      largest = delta;
      magnitude = delta.isHalf ? Double.POSITIVE_INFINITY : delta.magnitude;
    }
  }

  void merge(LargestDelta other) {
    if (other.largest != null) {
      consider(other.largest);
    }
  }

  /// The magnitude; empty where there is none or it is beyond the range of a `double`.
  ///
  /// @param isInteger true if it is a whole number, which is given exactly
  Optional<Number> magnitude(boolean isInteger) {
    if (largest == null || largest.isHalf) {
      return Optional.empty();
    }
    return Optional.of(
        isInteger
            ? new BigDecimal(magnitude).add(new BigDecimal(largest.rest)).toBigIntegerExact()
            : (Number) magnitude);
  }

  OptionalLong part() {
    return magnitude > 0 ? OptionalLong.of(largest.part) : OptionalLong.empty();
  }
}
