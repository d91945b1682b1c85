package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.format.Dtype;
import java.util.Arrays;
import java.util.List;

/// How much slower it is to scan values than to add up the longs of the same bytes with as many
/// threads: the median of interleaved pairs, so that what else the machine does troubles both.
public final class ScanRatios {

  private static final long BYTES = 512L << 20;

  private ScanRatios() {}

  /// Takes how many pairs, at least 5, and the dtypes; without any, those that matter most.
  ///
  /// @throws Exception if the sample cannot be written or read
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 11;
    Ratios ratios = new Ratios(BYTES, pairs);
    List<Dtype> dtypes =
        options.length > 1
            ? Arrays.stream(options).skip(1).map(Dtype::valueOf).toList()
            : List.of(Dtype.BF16, Dtype.F16, Dtype.F32, Dtype.F8_E4M3);
    for (Dtype dtype : dtypes) {
      for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
        try (ScanSample sample = new ScanSample(dtype, BYTES, threads)) {
          String title = dtype + ", " + threads + (threads == 1 ? " thread" : " threads");
          ratios.print(title + ", health", sample::health, sample::sumOfLongs);
          ratios.print(title + ", distribution", sample::distribution, sample::sumOfLongs);
        }
      }
    }
  }
}
