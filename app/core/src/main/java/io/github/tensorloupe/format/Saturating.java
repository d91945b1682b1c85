package io.github.tensorloupe.format;

/// Arithmetic on non-negative numbers that returns [Long#MAX_VALUE] on overflow, for sizes declared
/// in files.
public final class Saturating {

  private Saturating() {}

  /// Returns an unsigned number, clamped to [Long#MAX_VALUE].
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
