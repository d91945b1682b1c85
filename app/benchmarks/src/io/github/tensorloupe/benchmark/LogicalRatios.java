package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// Compares the statistics of the values of quantized weights with summing the longs of the stored
/// bytes with the same number of threads, in the page cache. Prints the median of interleaved
/// pairs.
public final class LogicalRatios {

  private static final int OUT = 16_384;
  private static final int IN = 8_192;
  private static final int BLOCK = 128;
  private static final double DEVIATION = 40;

  private LogicalRatios() {}

  /// @param options the number of pairs, at least 5 (default 11)
  /// @throws Exception if the samples cannot be written or read
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 11;
    Path folder = Files.createTempDirectory("logical");
    try {
      Path blocks = writeBlocks(folder.resolve("fp8.safetensors"));
      Path groups = writeGroups(folder.resolve("mlx.safetensors"));
      Path columns = writeColumns(folder.resolve("gptq.safetensors"));
      for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
        measure("FP8 in blocks", blocks, threads, pairs);
        measure("4 bits in groups of " + BLOCK, groups, threads, pairs);
        measure("4 bits in groups down columns", columns, threads, pairs);
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static Path writeBlocks(Path file) throws IOException {
    byte[] codes = new byte[OUT * IN];
    Random random = new Random(1);
    for (int i = 0; i < codes.length; i++) {
      int magnitude = (int) Math.min(0x7e, Math.abs(random.nextGaussian() * DEVIATION));
      codes[i] = (byte) (random.nextBoolean() ? magnitude : magnitude | 0x80);
    }
    int scales = OUT / BLOCK * (IN / BLOCK);
    return new TensorFiles()
        .tensor("a.weight", Dtype.F8_E4M3, codes, OUT, IN)
        .tensor("a.weight_scale_inv", Dtype.F32, scales(random, scales), OUT / BLOCK, IN / BLOCK)
        .write(file);
  }

  private static byte[] scales(Random random, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      bytes.putFloat((float) (1e-4 + 1e-3 * random.nextDouble()));
    }
    return bytes.array();
  }

  private static Path writeGroups(Path file) throws IOException {
    byte[] codes = new byte[OUT * IN / 2];
    new Random(2).nextBytes(codes);
    int count = OUT * IN / BLOCK;
    Random random = new Random(3);
    Files.writeString(
        file.resolveSibling("config.json"), "{\"quantization\":{\"group_size\":128,\"bits\":4}}");
    return new TensorFiles()
        .tensor("a.weight", Dtype.U32, codes, OUT, IN / 8)
        .tensor("a.scales", Dtype.F32, scales(random, count), OUT, IN / BLOCK)
        .tensor("a.biases", Dtype.F32, scales(random, count), OUT, IN / BLOCK)
        .write(file);
  }

  private static Path writeColumns(Path file) throws IOException {
    byte[] codes = new byte[OUT * IN / 2];
    byte[] zeros = new byte[OUT * IN / BLOCK / 2];
    Random random = new Random(4);
    random.nextBytes(codes);
    random.nextBytes(zeros);
    int groups = IN / BLOCK;
    return new TensorFiles()
        .tensor("a.qweight", Dtype.I32, codes, IN / 8, OUT)
        .tensor("a.qzeros", Dtype.I32, zeros, groups, OUT / 8)
        .tensor("a.scales", Dtype.F32, scales(random, OUT * groups), groups, OUT)
        .write(file);
  }

  private static void measure(String title, Path file, int threads, int pairs) throws Exception {
    try (TensorFile open = TensorFile.open(file);
        Yardstick yardstick = new Yardstick(file, threads)) {
      TensorData logical =
          Quantization.of(Checkpoint.of(open), Cancellation.NEVER)
              .weights()
              .getFirst()
              .logical()
              .orElseThrow()
              .data()
              .orElseThrow();
      DistributionScan scan = new DistributionScan(new ChunkedScan(threads));
      new Ratios(Files.size(file), pairs)
          .print(
              title + ", " + threads + (threads == 1 ? " thread" : " threads"),
              () -> scan(scan, logical),
              yardstick::sum);
    }
  }

  private static Distribution scan(DistributionScan scan, TensorData logical) throws IOException {
    return scan.of(logical, Cancellation.NEVER, Progress.NONE);
  }
}
