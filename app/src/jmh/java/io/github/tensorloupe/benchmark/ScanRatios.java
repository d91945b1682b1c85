package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.format.Dtype;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/// How much slower it is to scan values than to add up the longs of the same bytes with as many
/// threads: the median of interleaved pairs, so that what else the machine does troubles both.
public final class ScanRatios {

  private static final long BYTES = 512L << 20;
  private static final int WARM_UP_PAIRS = 5;

  private ScanRatios() {}

  /// Takes how many pairs, at least 5, and the dtypes; without any, those that matter most.
  ///
  /// @throws Exception if the sample cannot be written or read
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 11;
    List<Dtype> dtypes =
        options.length > 1
            ? Arrays.stream(options).skip(1).map(Dtype::valueOf).toList()
            : List.of(Dtype.BF16, Dtype.F16, Dtype.F32, Dtype.F8_E4M3);
    for (Dtype dtype : dtypes) {
      for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
        try (ScanSample sample = new ScanSample(dtype, BYTES, threads)) {
          String title = dtype + ", " + threads + (threads == 1 ? " thread" : " threads");
          print(title + ", health", pairs, sample::health, sample::sumOfLongs);
          print(title + ", distribution", pairs, sample::distribution, sample::sumOfLongs);
        }
      }
    }
  }

  private static void print(
      String title, int pairs, Callable<Object> scan, Callable<Object> yardstick) throws Exception {
    double[] ratios = new double[pairs];
    double[] scans = new double[pairs];
    double[] yardsticks = new double[pairs];
    for (int i = -WARM_UP_PAIRS; i < pairs; i++) {
      double yardstickSeconds = seconds(yardstick);
      double scanSeconds = seconds(scan);
      if (i >= 0) {
        ratios[i] = yardstickSeconds / scanSeconds;
        scans[i] = BYTES / 1e9 / scanSeconds;
        yardsticks[i] = BYTES / 1e9 / yardstickSeconds;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-34s %5.1f GB/s of %5.1f GB/s: median ratio %.2f (%.2f to %.2f)%n",
        title,
        median(scans),
        median(yardsticks),
        median(ratios),
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow());
  }

  private static double seconds(Callable<Object> work) throws Exception {
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
