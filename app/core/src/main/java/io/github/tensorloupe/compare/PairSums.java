package io.github.tensorloupe.compare;

import module java.base;

/// The sums that figures are made of. The same whatever the order in which they were added. Not
/// thread-safe.
final class PairSums {

  /// Squares and their sums between these have their full precision.
  private static final double SMALLEST_SAFE = 0x1p-900;

  private static final double LARGEST_SAFE = 0x1p900;

  private final ExactSum absolute = new ExactSum();
  private final ExactSum squareOfDelta = new ExactSum();
  private final ExactSum squareOfA = new ExactSum();
  private final ExactSum squareOfB = new ExactSum();
  private final ExactSum product = new ExactSum();

  /// Adds sums of numbers whose squares are far from the ends of the range of a `double`.
  void add(double absolutes, double deltas, double squaresA, double squaresB, double products) {
    absolute.add(absolutes, 0);
    squareOfDelta.add(deltas, 0);
    squareOfA.add(squaresA, 0);
    squareOfB.add(squaresB, 0);
    product.add(products, 0);
  }

  /// Adds any finite numbers.
  void add(double[] a, double[] b, double[] deltas, int count) {
    double absolutes = 0;
    double squares = 0;
    double squaresA = 0;
    double squaresB = 0;
    double products = 0;
    for (int i = 0; i < count; i++) {
      absolutes += Math.abs(deltas[i]);
      squares += deltas[i] * deltas[i];
      squaresA += a[i] * a[i];
      squaresB += b[i] * b[i];
      products += a[i] * b[i];
    }
    if (isSafe(squares) && isSafe(squaresA) && isSafe(squaresB)) {
      add(absolutes, squares, squaresA, squaresB, products);
    } else {
      addOneByOne(a, b, deltas, count);
    }
  }

  private static boolean isSafe(double sum) {
    return sum > SMALLEST_SAFE && sum < LARGEST_SAFE;
  }

  private void addOneByOne(double[] a, double[] b, double[] deltas, int count) {
    for (int i = 0; i < count; i++) {
      squareOfA.addProduct(a[i], a[i], 0);
      squareOfB.addProduct(b[i], b[i], 0);
      product.addProduct(a[i], b[i], 0);
      if (Double.isInfinite(deltas[i])) {
        double half = b[i] / 2 - a[i] / 2;
        absolute.add(Math.abs(half), 1);
        squareOfDelta.addProduct(half, half, 2);
      } else {
        absolute.add(Math.abs(deltas[i]), 0);
        squareOfDelta.addProduct(deltas[i], deltas[i], 0);
      }
    }
  }

  void merge(PairSums other) {
    absolute.merge(other.absolute);
    squareOfDelta.merge(other.squareOfDelta);
    squareOfA.merge(other.squareOfA);
    squareOfB.merge(other.squareOfB);
    product.merge(other.product);
  }

  ScaledSum squareOfA() {
    return squareOfA.magnitude();
  }

  ScaledSum squareOfDelta() {
    return squareOfDelta.magnitude();
  }

  /// Σ|Δ| / n.
  OptionalDouble meanAbs(long count) {
    return absolute
        .magnitude()
        .over(ScaledSum.normalized(count, 0))
        .map(ScaledSum::value)
        .orElse(OptionalDouble.empty());
  }

  /// √(ΣΔ² / n).
  OptionalDouble rms(long count) {
    return squareOfDelta.magnitude().rootOfQuotient(ScaledSum.normalized(count, 0));
  }

  OptionalDouble relativeL2() {
    return squareOfDelta().rootOfQuotient(squareOfA());
  }

  /// Σab / √(Σa²·Σb²), from −1 to 1.
  OptionalDouble cosine() {
    ScaledSum lengths = squareOfA().times(squareOfB.magnitude()).root();
    Optional<ScaledSum> cosine = product.magnitude().over(lengths);
    if (cosine.isEmpty()) {
      return OptionalDouble.empty();
    }
    double value = Math.min(1, cosine.get().value().orElse(1));
    return OptionalDouble.of(product.signum() < 0 ? -value : value);
  }
}
