package io.github.tensorloupe.compare;

import module java.base;

/// The largest difference so far and its position. Not thread-safe.
final class LargestDelta {

  /// An exact difference, represented as the sum of two doubles.
  ///
  /// @param isHalved true if both are halved, because the difference exceeds the range of `double`
  /// @param magnitude the rounded magnitude
  /// @param roundingError the rounding error of the magnitude
  /// @param part the index of the part
  private record Delta(boolean isHalved, double magnitude, double roundingError, long part) {

    private static final Comparator<Delta> ASCENDING =
        Comparator.comparing(Delta::isHalved)
            .thenComparingDouble(Delta::magnitude)
            .thenComparingDouble(Delta::roundingError)
            .thenComparing(Comparator.comparingLong(Delta::part).reversed());
  }

  /// Null before the first difference.
  private Delta largest;

  /// The rounded magnitude; −1 before the first difference.
  private double magnitude = -1;

  /// Returns true if a difference with this rounded magnitude may exceed the largest one so far.
  boolean mayExceedLargest(double rounded) {
    return rounded >= magnitude;
  }

  /// Returns true if a number that rounds to this `float` may be larger.
  boolean mayExceedLargest(float rounded) {
    return rounded >= (float) magnitude;
  }

  /// Adds the difference b − a.
  ///
  /// @param restA the rounding error of `a`, which is 0 except for 64-bit integers
  void consider(double a, double restA, double b, double restB, long part) {
    boolean isHalf = Double.isInfinite(b - a);
    double left = isHalf ? a / 2 : a;
    double right = isHalf ? b / 2 : b;
    // The error of a floating-point sum can be represented as a double.
    double sum = right - left;
    double partOfRight = sum + left;
    double error = right - partOfRight - (left + (sum - partOfRight)) + (restB - restA);
    double rounded = sum + error;
    double rest = error - (rounded - sum);
    // Normalizes −0.
    consider(new Delta(isHalf, Math.abs(rounded), rounded < 0 ? 0 - rest : 0 + rest, part));
  }

  private void consider(Delta delta) {
    if (largest == null || Delta.ASCENDING.compare(delta, largest) > 0) {
      largest = delta;
      magnitude = delta.isHalved ? Double.POSITIVE_INFINITY : delta.magnitude;
    }
  }

  void merge(LargestDelta other) {
    if (other.largest != null) {
      consider(other.largest);
    }
  }

  /// Returns the magnitude, or empty without a delta or if it exceeds the range of `double`.
  ///
  /// @param isInteger true to return an exact integer
  Optional<Number> magnitude(boolean isInteger) {
    if (largest == null || largest.isHalved) {
      return Optional.empty();
    }
    return Optional.of(
        isInteger
            ? new BigDecimal(magnitude)
                .add(new BigDecimal(largest.roundingError))
                .toBigIntegerExact()
            : (Number) magnitude);
  }

  OptionalLong part() {
    return magnitude > 0 ? OptionalLong.of(largest.part) : OptionalLong.empty();
  }
}
