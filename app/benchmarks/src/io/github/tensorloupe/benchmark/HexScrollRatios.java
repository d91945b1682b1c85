package io.github.tensorloupe.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.input.KeyCode;

/// Measures how much slower scrolling through the bytes of a file of 100 GB is than through a file
/// of 10 MB. Prints the median of interleaved pairs. Both files contain only zeros, so that the
/// same is drawn. Each step takes a snapshot of the scene; its drawing is included in the measured
/// time, but waiting for the next frame of a screen is not.
public final class HexScrollRatios {

  private static final long SMALL_BYTES = 10_000_000L;
  private static final long LARGE_BYTES = 100_000_000_000L;
  private static final int WARM_UP_PAIRS = 40;
  private static final int STEPS = 20;
  private static final int WHEEL_ROWS = 3;

  private HexScrollRatios() {}

  /// A measurement in seconds.
  private interface Measured {
    double seconds(HexSample sample) throws Exception;
  }

  /// @param options the number of pairs (default 60)
  /// @throws Exception if the files cannot be written or read
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 60;
    Path folder = Files.createTempDirectory("hex-scroll");
    System.setProperty("glass.platform", "Headless");
    System.setProperty("prism.order", "sw");
    Platform.startup(() -> {});
    try (HexSample small = new HexSample(folder.resolve("small.safetensors"), SMALL_BYTES);
        HexSample large = new HexSample(folder.resolve("large.safetensors"), LARGE_BYTES)) {
      print("Page Down to painted rows", pairs, small, large, HexScrollRatios::page);
      print("End of the file to painted rows", pairs, small, large, HexScrollRatios::jump);
      print("wheel, a row", pairs, small, large, HexScrollRatios::wheelRow);
    } finally {
      Files.delete(folder);
      Platform.exit();
    }
  }

  private static double page(HexSample sample) throws Exception {
    sample.placeCaret(0.5);
    return sample.press(KeyCode.PAGE_DOWN, false);
  }

  private static double jump(HexSample sample) throws Exception {
    sample.placeCaret(0.3);
    return sample.press(KeyCode.END, true);
  }

  private static double wheelRow(HexSample sample) throws Exception {
    sample.placeCaret(0.7);
    double seconds = 0;
    for (int step = 0; step < STEPS; step++) {
      seconds += sample.turnWheel(WHEEL_ROWS);
    }
    return seconds / (STEPS * WHEEL_ROWS);
  }

  private static void print(
      String title, int pairs, HexSample small, HexSample large, Measured measured)
      throws Exception {
    double[] ratios = new double[pairs];
    double[] smalls = new double[pairs];
    double[] larges = new double[pairs];
    for (int i = -WARM_UP_PAIRS; i < pairs; i++) {
      // The second measurement has warmer caches, so the order alternates.
      boolean smallFirst = i % 2 == 0;
      double first = measured.seconds(smallFirst ? small : large);
      double second = measured.seconds(smallFirst ? large : small);
      if (i >= 0) {
        smalls[i] = smallFirst ? first : second;
        larges[i] = smallFirst ? second : first;
        ratios[i] = larges[i] / smalls[i];
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-34s 10 MB %7.3f ms, 100 GB %7.3f ms (%5.0f and %5.0f a second): median ratio %.3f,"
            + " ratio of medians %.3f%n",
        title,
        median(smalls) * 1e3,
        median(larges) * 1e3,
        1 / median(smalls),
        1 / median(larges),
        median(ratios),
        median(larges) / median(smalls));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
