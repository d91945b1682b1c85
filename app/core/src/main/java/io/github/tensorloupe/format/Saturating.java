package io.github.tensorloupe.format;

/// Sums and products that stay at the largest `long` where they would leave it. For numbers that
/// are not negative: a file may declare any size.
public final class Saturating {

  private Saturating() {}

  public static long sum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  public static long product(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }
}
