package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/// Measures the figures of 1,000 modules of rank 128, of weights of 1280 × 1280 and of 3072 × 3072,
/// with one thread per processor.
public final class AdapterFigures {

  private static final int RANK = 128;
  private static final int MODULES = 100;

  private AdapterFigures() {}

  /// @param options the number of rounds, at least 3 (default 5); the first round does not count
  /// @throws Exception if the samples cannot be written or read
  public static void main(String[] options) throws Exception {
    int rounds = options.length > 0 ? Integer.parseInt(options[0]) : 5;
    Path folder = Files.createTempDirectory("adapter");
    try {
      for (int size : new int[] {1280, 3072}) {
        Path path = write(folder.resolve(size + ".safetensors"), size);
        double[] seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
          long begin = System.nanoTime();
          try (TensorFile file = TensorFile.open(path)) {
            AdapterScan.onAllProcessors()
                .modules(Adapter.of(file), Optional.empty(), Cancellation.NEVER, Progress.NONE);
          }
          seconds[i] = (System.nanoTime() - begin) / 1e9 * 1000 / MODULES;
        }
        seconds = Arrays.stream(seconds).skip(1).sorted().toArray();
        System.out.printf(
            "%d × %d: median %.1f s (%.1f to %.1f)%n",
            size, size, seconds[seconds.length / 2], seconds[0], seconds[seconds.length - 1]);
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static Path write(Path file, int size) throws Exception {
    Random random = new Random(1);
    TensorFiles files = new TensorFiles();
    for (int i = 0; i < MODULES; i++) {
      String module = "lora_unet_blocks_" + i + "_q";
      files
          .tensor(module + ".lora_down.weight", Dtype.F16, halves(random, size), RANK, size)
          .tensor(module + ".lora_up.weight", Dtype.F16, halves(random, size), size, RANK);
    }
    return files.write(file);
  }

  private static byte[] halves(Random random, int size) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * RANK * size).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putShort(Float.floatToFloat16((float) (0.02 * random.nextGaussian())));
    }
    return bytes.array();
  }
}
