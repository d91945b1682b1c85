package io.github.tensorloupe.format;

/// Sums and products that stay at the largest `long` where they would leave it. For numbers that
/// are not negative: a file may declare any size.
public final class Saturating {

  private Saturating() {}

  /// Limits an unsigned number.
  public static long ofUnsigned(long number) {
    return number < 0 ? Long.MAX_VALUE : number;
  }

  public static long sum(long a, long b) {
    return ofUnsigned(a + b);
  }

  public static long product(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }
}
