package io.github.tensorloupe.demo;

import module java.base;

/// Numbers to fill a tensor with, one after the other.
final class Values {

  private static final int TAIL_PERIOD = 400;
  private static final double TAIL_FACTOR = 5;

  private Values() {}

  /// Numbers around a mean, spread like trained weights: a bell curve with a few far outliers.
  ///
  /// @param name seeds the numbers, so that each tensor has its own
  static DoubleSupplier normal(String name, double mean, double deviation) {
    // The algorithm of this class is part of its contract; those of the newer ones are not.
    Random random = new Random(name.hashCode());
    return () -> {
      boolean isOutlier = random.nextInt(TAIL_PERIOD) == 0;
      return mean + random.nextGaussian() * deviation * (isOutlier ? TAIL_FACTOR : 1);
    };
  }

  /// The same number again and again.
  static DoubleSupplier constant(double value) {
    return () -> value;
  }

  /// 0, 1, 2 and so on.
  static DoubleSupplier counting() {
    double[] next = {0};
    return () -> next[0]++;
  }

  /// Other numbers, with one of them replaced in regular intervals.
  ///
  /// @param period the index of the first one replaced plus 1, and how far they are apart
  static DoubleSupplier withEvery(int period, double replacement, DoubleSupplier others) {
    int[] index = {0};
    return () -> {
      double other = others.getAsDouble();
      return ++index[0] % period == 0 ? replacement : other;
    };
  }
}
