package io.github.tensorloupe.analysis;

/// From sums about a rounded mean to figures about the true one.
final class Deviations {

  private Deviations() {}

  /// The standard deviation of a population.
  ///
  /// @param sum of the deviations from nearly the mean
  /// @param squareSum of their squares
  /// @param count how many, at least 1
  static double standard(double sum, double squareSum, long count) {
    // About a mean that is off, the squares are larger by the square of that error.
    double shift = sum / count;
    return Math.sqrt(Math.max(0, squareSum / count - shift * shift));
  }
}
