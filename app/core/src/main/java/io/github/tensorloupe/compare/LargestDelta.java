package io.github.tensorloupe.compare;

import module java.base;

/// The largest difference so far and its position. Not thread-safe.
final class LargestDelta {

  /// The exact magnitude of a difference as the sum of two doubles.
  ///
  /// @param isHalved true if both doubles are divided by 2, because the magnitude exceeds the range
  ///   of `double`
  private record Delta(boolean isHalved, double magnitude, double roundingError, long part) {

    private static final Comparator<Delta> ASCENDING =
        Comparator.comparing(Delta::isHalved)
            .thenComparingDouble(Delta::magnitude)
            .thenComparingDouble(Delta::roundingError)
            .thenComparing(Comparator.comparingLong(Delta::part).reversed());
  }

  private Delta largest;

  /// The rounded magnitude of the largest difference, or −1 before the first difference.
  private double magnitude = -1;

  /// Returns true if a difference with the given rounded magnitude may exceed the largest one.
  boolean mayExceedLargest(double rounded) {
    return rounded >= magnitude;
  }

  boolean mayExceedLargest(float rounded) {
    return rounded >= (float) magnitude;
  }

  /// Considers the difference b − a.
  ///
  /// @param restA the rounding error of `a`; 0 except for 64-bit integers
  /// @param restB the rounding error of `b`; 0 except for 64-bit integers
  void consider(double a, double restA, double b, double restB, long part) {
    boolean isHalf = Double.isInfinite(b - a);
    double left = isHalf ? a / 2 : a;
    double right = isHalf ? b / 2 : b;
    // A double represents the rounding error of a floating-point sum exactly.
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

  /// Returns the largest magnitude, or empty if there is no difference or the magnitude exceeds the
  /// range of `double`.
  ///
  /// @param isInteger true to return an exact [BigInteger]; false to return a [Double]
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

  /// Returns the part with the largest difference, or −1 without differences.
  long part() {
    return magnitude > 0 ? largest.part : -1;
  }
}
