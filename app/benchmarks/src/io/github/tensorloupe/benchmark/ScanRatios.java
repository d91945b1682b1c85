package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.format.Dtype;
import java.util.Arrays;
import java.util.List;

/// Measures how much slower a scan of values is than summing the longs of the same bytes with the
/// same number of threads. Prints the median of interleaved pairs, so that other load affects both.
public final class ScanRatios {

  private static final long BYTES = 512L << 20;

  private ScanRatios() {}

  /// @param options the number of pairs, at least 5 (default 11), and the dtypes (default: the most
  ///   important ones)
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
