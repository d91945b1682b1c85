package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Measures how much slower the comparison of two tensors is than summing the longs of both with
/// the same number of threads, in the page cache. Compares equal tensors, and computes all figures
/// of a fine-tune in which every number changed. Prints the median of interleaved pairs.
public final class CompareRatios {

  private static final int BYTES = 256 << 20;
  private static final int PIECE_BYTES = 8 << 20;
  private static final double DEVIATION = 0.02;
  private static final double STEP = 0.01;

  private CompareRatios() {}

  /// @param options the number of pairs, at least 5 (default 11), and the dtypes (default BF16 and
  ///   F32)
  /// @throws Exception if the samples cannot be written or read
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 11;
    List<Dtype> dtypes =
        options.length > 1
            ? Arrays.stream(options).skip(1).map(Dtype::valueOf).toList()
            : List.of(Dtype.BF16, Dtype.F32);
    Path folder = Files.createTempDirectory("compare");
    try {
      for (Dtype dtype : dtypes) {
        Path base = write(folder.resolve("base.safetensors"), dtype, 0);
        Path copy = Files.copy(base, folder.resolve("copy.safetensors"));
        Path tuned = write(folder.resolve("tuned.safetensors"), dtype, STEP);
        for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
          String title = dtype + ", " + threads + (threads == 1 ? " thread" : " threads");
          measure(title + ", equal", base, copy, threads, pairs);
          measure(title + ", figures", base, tuned, threads, pairs);
        }
        Files.delete(copy);
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static Path write(Path file, Dtype dtype, double step) throws IOException {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(1);
    Random steps = new Random(2);
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < PIECE_BYTES * Byte.SIZE / dtype.bits(); i++) {
      double value = random.nextGaussian() * DEVIATION * (1 + step * steps.nextGaussian());
      type.put(bytes, i, type.encode(value));
    }
    for (int begin = PIECE_BYTES; begin < BYTES; begin += PIECE_BYTES) {
      System.arraycopy(bytes, 0, bytes, begin, PIECE_BYTES);
    }
    return new TensorFiles()
        .tensor("t", dtype, bytes, (long) BYTES * Byte.SIZE / dtype.bits())
        .write(file);
  }

  private static void measure(String title, Path a, Path b, int threads, int pairs)
      throws Exception {
    try (Side left = Side.open(a, Cancellation.NEVER, Progress.NONE);
        Side right = Side.open(b, Cancellation.NEVER, Progress.NONE);
        Yardstick ofA = new Yardstick(a, threads);
        Yardstick ofB = new Yardstick(b, threads)) {
      List<TensorPair> pairing =
          Pairing.of(left, right, NameMap.NONE, false, Cancellation.NEVER, Progress.NONE).pairs();
      new Ratios(2L * BYTES, pairs)
          .print(title, () -> compare(pairing, threads), () -> ofA.sum() + ofB.sum());
    }
  }

  private static PairResult compare(List<TensorPair> pairs, int threads) throws IOException {
    PairResult[] found = new PairResult[1];
    new PairScan(threads)
        .run(pairs, (_, result) -> found[0] = result, Cancellation.NEVER, Progress.NONE);
    return found[0];
  }
}
