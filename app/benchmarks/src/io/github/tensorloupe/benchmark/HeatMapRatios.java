package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.heatmap.Preview;
import io.github.tensorloupe.analysis.heatmap.TileScan;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Measures the time for the preview and the exact picture of a matrix of 16384 × 16384 `BF16`, in
/// a square of 512 pixels, and how much slower the exact picture is than summing the longs of the
/// same bytes with the same number of threads. Prints the median of interleaved pairs.
public final class HeatMapRatios {

  private static final int SIDE = 16384;
  private static final int PIXELS = 512;
  private static final long BYTES = 2L * SIDE * SIDE;
  private static final int WARM_UP_PAIRS = 3;

  private HeatMapRatios() {}

  /// @param options the number of pairs (default 11)
  /// @throws Exception if the sample cannot be written or read
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 11;
    for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
      try (ScanSample sample = new ScanSample(Dtype.BF16, BYTES, threads)) {
        TensorSlice slice = TensorSlice.of(sample.tensor(Shape.of(SIDE, SIDE)));
        TensorSlice turned = TensorSlice.of(slice.data(), slice.axes().transposed());
        String count = threads + (threads == 1 ? " thread" : " threads");
        TileScan scan = new TileScan(threads);
        if (threads == 1) {
          printPreview("preview, first", slice, 1);
          printPreview("preview, later", slice, pairs);
        }
        for (Pooling pooling : Pooling.values()) {
          print(count + ", " + pooling, pairs, () -> exact(scan, slice, pooling), sample);
        }
        print(
            count + ", EXTREME, transposed",
            pairs,
            () -> exact(scan, turned, Pooling.EXTREME),
            sample);
      }
    }
  }

  private static void printPreview(String title, TensorSlice slice, int rounds) throws Exception {
    PixelGrid grid = PixelGrid.within(slice, PIXELS);
    PixelArea all = new PixelArea(0, 0, (int) grid.height(), (int) grid.width());
    double[] times = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      times[i] = seconds(() -> Preview.of(slice, grid, all, Cancellation.NEVER));
    }
    System.out.printf(Locale.ROOT, "%-34s %6.1f ms%n", title, median(times) * 1000);
  }

  private static Object exact(TileScan scan, TensorSlice slice, Pooling pooling)
      throws IOException {
    PixelGrid grid = PixelGrid.within(slice, PIXELS);
    PixelArea all = new PixelArea(0, 0, (int) grid.height(), (int) grid.width());
    List<PixelGrid.Tile> tiles = grid.tiles(all);
    ConcurrentLinkedQueue<PixelBlock> blocks = new ConcurrentLinkedQueue<>();
    scan.run(slice, grid, pooling, tiles, blocks::add, Cancellation.NEVER, Progress.NONE);
    return blocks;
  }

  private static void print(String title, int pairs, Callable<Object> picture, ScanSample sample)
      throws Exception {
    double[] ratios = new double[pairs];
    double[] pictures = new double[pairs];
    double[] sums = new double[pairs];
    for (int i = -WARM_UP_PAIRS; i < pairs; i++) {
      double sum = seconds(sample::sumOfLongs);
      double exact = seconds(picture);
      if (i >= 0) {
        ratios[i] = sum / exact;
        pictures[i] = exact;
        sums[i] = sum;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-34s %6.1f ms of %6.1f ms: %5.1f GB/s, median ratio %.2f (%.2f to %.2f)%n",
        title,
        median(pictures) * 1000,
        median(sums) * 1000,
        BYTES / 1e9 / median(pictures),
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
