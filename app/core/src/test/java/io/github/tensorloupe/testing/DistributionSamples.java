package io.github.tensorloupe.testing;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Creates distributions from small files.
public final class DistributionSamples {

  private DistributionSamples() {}

  /// Returns the distribution of `F32` values.
  public static Distribution floats(float... values) {
    return of(new TensorFiles().floats("t", values));
  }

  /// Returns the distribution of a tensor with these bytes.
  public static Distribution tensor(Dtype dtype, byte[] bytes, long... shape) {
    return of(new TensorFiles().tensor("t", dtype, bytes, shape));
  }

  /// Returns the distribution of consecutive integers, as `I8`.
  public static Distribution bytes(int from, int to) {
    byte[] bytes = new byte[to - from + 1];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (from + i);
    }
    return tensor(Dtype.I8, bytes, bytes.length);
  }

  private static Distribution of(TensorFiles tensors) {
    try {
      Path file = tensors.write(Files.createTempFile("distribution", ".safetensors"));
      try (Checkpoint checkpoint = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE)) {
        return new DistributionScan(new ChunkedScan(1))
            .of(
                checkpoint.tensors().getFirst().data().orElseThrow(),
                Cancellation.NEVER,
                Progress.NONE);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
