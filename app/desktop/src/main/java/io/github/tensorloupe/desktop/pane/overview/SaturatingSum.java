package io.github.tensorloupe.desktop.pane.overview;

/// Adds what a file promises, which may be more than fits into a number.
final class SaturatingSum {

  private SaturatingSum() {}

  /// The sum of two numbers that are not negative, or `Long.MAX_VALUE` where it does not fit.
  static long of(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
