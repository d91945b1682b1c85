package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;

/// A tensor of normally distributed numbers, like weights, in a file in the page cache, with the
/// measurements on it. Must be closed, which deletes the file.
final class ScanSample implements AutoCloseable {

  private static final int ROW = 1024;
  private static final int PIECE_BYTES = 8 << 20;
  private static final double DEVIATION = 0.02;

  /// FP8 weights are stored with a scale that fills the range.
  private static final double NARROW_DEVIATION = 10;

  private final Path path;
  private final FileBytes file;
  private final TensorData tensor;
  private final HealthScan health;
  private final DistributionScan distribution;
  private final Yardstick yardstick;

  /// Writes the file.
  ///
  /// @param byteCount the bytes of the tensor, a multiple of 8 MiB
  /// @param threads the number of concurrent readers
  ScanSample(Dtype dtype, long byteCount, int threads) throws IOException {
    path = Files.createTempFile("scan", ".bin");
    byte[] piece = normal(dtype);
    try (OutputStream out = Files.newOutputStream(path)) {
      for (long at = 0; at < byteCount; at += PIECE_BYTES) {
        out.write(piece);
      }
    }
    file = FileBytes.open(path);
    Shape shape = Shape.of(byteCount * Byte.SIZE / dtype.bits() / ROW, ROW);
    TensorInfo info = new TensorInfo("t", dtype, shape, 0, byteCount);
    tensor = new TensorData(file, info, new ByteRange(0, byteCount));
    health = new HealthScan(new ChunkedScan(threads));
    distribution = new DistributionScan(new ChunkedScan(threads));
    yardstick = new Yardstick(path, threads);
  }

  /// Returns 8 MiB of normally distributed numbers, like weights.
  static byte[] normal(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    double deviation = dtype.bits() <= Byte.SIZE ? NARROW_DEVIATION : DEVIATION;
    Random random = new Random(1);
    byte[] piece = new byte[PIECE_BYTES];
    for (int i = 0; i < PIECE_BYTES * Byte.SIZE / dtype.bits(); i++) {
      type.put(piece, i, type.encode(random.nextGaussian() * deviation));
    }
    return piece;
  }

  Path path() {
    return path;
  }

  /// Returns the same bytes as a tensor of another shape.
  TensorData tensor(Shape shape) {
    TensorInfo info = tensor.info();
    return new TensorData(
        file,
        new TensorInfo(info.name(), info.dtype(), shape, info.begin(), info.end()),
        tensor.range());
  }

  TensorHealth health() throws IOException {
    TensorHealth[] found = new TensorHealth[1];
    health.run(
        List.of(tensor), (_, result) -> found[0] = result, Cancellation.NEVER, Progress.NONE);
    return found[0];
  }

  Distribution distribution() throws IOException {
    return distribution.of(tensor, Cancellation.NEVER, Progress.NONE);
  }

  /// Sums the longs of the mapped file with the same number of threads.
  long sumOfLongs() throws ExecutionException, InterruptedException {
    return yardstick.sum();
  }

  @Override
  public void close() throws IOException {
    yardstick.close();
    file.close();
    Files.delete(path);
  }
}
