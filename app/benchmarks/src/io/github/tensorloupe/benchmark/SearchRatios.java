package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.desktop.pane.hex.search.BytePattern;
import io.github.tensorloupe.desktop.pane.hex.search.ByteSearch;
import io.github.tensorloupe.desktop.pane.hex.search.ElementTest;
import io.github.tensorloupe.desktop.pane.hex.search.SearchArea;
import io.github.tensorloupe.desktop.pane.hex.search.SearchPattern;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Measures how much slower an unsuccessful search in a file is than summing the longs of the same
/// bytes with the same number of threads.
public final class SearchRatios {

  private static final long BYTES = 1L << 30;

  private SearchRatios() {}

  /// @param options the number of pairs, at least 5 (default 11)
  /// @throws Exception if a sample cannot be written or read
  public static void main(String[] options) throws Exception {
    Ratios ratios = new Ratios(BYTES, options.length > 0 ? Integer.parseInt(options[0]) : 11);
    for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
      measure(ratios, Dtype.BF16, absentFromBf16(), threads);
      measure(ratios, Dtype.F32, absentFromF32(), threads);
      try (SearchFile zeros = SearchFile.ofPeriod(BYTES, new byte[8])) {
        measure(ratios, "zeros", zeros.path(), absentFromZeros(), threads);
      }
      try (SearchFile period = SearchFile.ofPeriod(BYTES, new byte[] {0, 1, 0, 2, 0, 1, 0, 3})) {
        measure(ratios, "a period", period.path(), absentFromPeriod(), threads);
      }
      try (SearchFile flags = SearchFile.ofPeriod(BYTES, randomFlags(1 << 20, 1))) {
        measure(ratios, "flags", flags.path(), absentFromFlags(), threads);
      }
    }
  }

  private static void measure(
      Ratios ratios, Dtype dtype, Map<String, SearchPattern> absent, int threads) throws Exception {
    try (ScanSample sample = new ScanSample(dtype, BYTES, threads)) {
      measure(ratios, dtype.name(), sample.path(), absent, threads);
    }
  }

  private static void measure(
      Ratios ratios, String data, Path path, Map<String, SearchPattern> absent, int threads)
      throws Exception {
    try (FileBytes file = FileBytes.open(path);
        Yardstick yardstick = new Yardstick(path, threads)) {
      for (Map.Entry<String, SearchPattern> sought : absent.entrySet()) {
        SearchArea area = SearchArea.of(new ByteRange(0, BYTES), sought.getValue());
        String title = "%s, %d threads, %s".formatted(data, threads, sought.getKey());
        ratios.print(title, () -> look(file, area, threads), yardstick::sum);
      }
    }
  }

  private static Object look(ByteSource file, SearchArea area, int threads) throws IOException {
    if (new ByteSearch(threads)
        .find(file, List.of(area), area.range(), true, Cancellation.NEVER, Progress.NONE)
        .isPresent()) {
      throw new IllegalStateException("it is not absent");
    }
    return area;
  }

  private static BytePattern exactly(byte... bytes) {
    byte[] masks = new byte[bytes.length];
    Arrays.fill(masks, (byte) 0xff);
    return BytePattern.of(bytes, masks);
  }

  private static Map<String, SearchPattern> absentFromBf16() {
    Map<String, SearchPattern> absent = new LinkedHashMap<>();
    absent.put("4 random bytes", exactly((byte) 0x9e, (byte) 0x37, (byte) 0x79, (byte) 0xb9));
    absent.put("4 likely bytes", exactly((byte) 0x9e, (byte) 0x3c, (byte) 0x9f, (byte) 0x7e));
    absent.put(
        "with wildcards",
        BytePattern.of(
            new byte[] {0x3c, 0, 0, 0x7f, 0x7f}, new byte[] {(byte) 0xff, 0, 0, (byte) 0xf0, -1}));
    absent.put("text", BytePattern.text("quant_state", false));
    absent.put("text in any case", BytePattern.text("quant_state", true));
    absent.put("two bytes", exactly((byte) 0x7f, (byte) 0x7f));
    absent.put("NaN", ElementTest.nan(Dtype.BF16).orElseThrow());
    absent.put("infinity", ElementTest.infinity(Dtype.BF16).orElseThrow());
    absent.put("a value", ElementTest.code(Dtype.BF16, 0x4f12));
    return absent;
  }

  private static Map<String, SearchPattern> absentFromF32() {
    Map<String, SearchPattern> absent = new LinkedHashMap<>();
    absent.put("4 random bytes", exactly((byte) 0x9e, (byte) 0x37, (byte) 0x79, (byte) 0xb9));
    absent.put("NaN", ElementTest.nan(Dtype.F32).orElseThrow());
    absent.put("a value", ElementTest.code(Dtype.F32, 0x4f123456));
    return absent;
  }

  private static Map<String, SearchPattern> absentFromZeros() {
    return Map.of(
        "zeros and a one", exactly((byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 1),
        "not zero", ElementTest.nonZero(Dtype.BF16));
  }

  /// Returns a pattern of which every pair of bytes occurs everywhere, but never the whole pattern.
  private static Map<String, SearchPattern> absentFromPeriod() {
    return Map.of("pairs of a period", exactly((byte) 1, (byte) 0, (byte) 2, (byte) 0, (byte) 3));
  }

  /// Returns random zeros and ones, so that the start of the pattern matches at many positions.
  private static byte[] randomFlags(int count, long seed) {
    Random random = new Random(seed);
    byte[] flags = new byte[count];
    for (int i = 0; i < count; i++) {
      flags[i] = (byte) random.nextInt(2);
    }
    return flags;
  }

  private static Map<String, SearchPattern> absentFromFlags() {
    byte[] all = new byte[48];
    Arrays.fill(all, (byte) -1);
    return Map.of("other flags", BytePattern.of(randomFlags(48, 2), all));
  }
}
