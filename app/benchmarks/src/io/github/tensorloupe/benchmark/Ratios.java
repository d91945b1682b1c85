package io.github.tensorloupe.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;

/// Compares work with a yardstick, which is a simple operation on the same bytes. Prints the median
/// of interleaved pairs, so that other load affects both.
///
/// @param byteCount the bytes that each of them processes
/// @param pairs the number of pairs that count, at least 5
record Ratios(long byteCount, int pairs) {

  private static final int WARM_UP_PAIRS = 5;

  /// Measures and prints a line.
  void print(String title, Callable<?> work, Callable<?> yardstick) throws Exception {
    print(title, () -> null, work, yardstick);
  }

  /// Measures and prints a line.
  ///
  /// @param preparation runs before each measurement and is not measured
  void print(String title, Callable<?> preparation, Callable<?> work, Callable<?> yardstick)
      throws Exception {
    double[] ratios = new double[pairs];
    double[] works = new double[pairs];
    double[] yardsticks = new double[pairs];
    for (int i = -WARM_UP_PAIRS; i < pairs; i++) {
      preparation.call();
      double yardstickSeconds = seconds(yardstick);
      preparation.call();
      double workSeconds = seconds(work);
      if (i >= 0) {
        ratios[i] = yardstickSeconds / workSeconds;
        works[i] = byteCount / 1e9 / workSeconds;
        yardsticks[i] = byteCount / 1e9 / yardstickSeconds;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-44s %5.1f GB/s of %5.1f GB/s: median ratio %.2f (%.2f to %.2f)%n",
        title,
        median(works),
        median(yardsticks),
        median(ratios),
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow());
  }

  private static double seconds(Callable<?> work) throws Exception {
    long begin = System.nanoTime();
    work.call();
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
