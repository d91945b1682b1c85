package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Creates tensors in plain files and scans their health.
final class HealthFiles {

  /// The file offset of the tensor: odd, which the format allows.
  static final int BEGIN = 13;

  private HealthFiles() {}

  static TensorHealth scan(Path folder, Dtype dtype, byte[] bytes, long... shape)
      throws IOException {
    return scan(folder, 2, dtype, bytes, shape);
  }

  static TensorHealth scan(Path folder, int threads, Dtype dtype, byte[] bytes, long... shape)
      throws IOException {
    byte[] content = new byte[BEGIN + bytes.length + 5];
    Arrays.fill(content, (byte) 0x7b);
    System.arraycopy(bytes, 0, content, BEGIN, bytes.length);
    Path path = Files.write(folder.resolve("tensor.bin"), content);
    try (FileBytes file = FileBytes.open(path)) {
      return scan(threads, tensor(file, dtype, bytes.length, shape));
    }
  }

  static TensorData tensor(FileBytes file, Dtype dtype, long byteCount, long... shape) {
    return tensor(file, "t", dtype, byteCount, shape);
  }

  static TensorData tensor(
      FileBytes file, String name, Dtype dtype, long byteCount, long... shape) {
    TensorInfo info = new TensorInfo(name, dtype, Shape.of(shape), 0, byteCount);
    return new TensorData(file, info, new ByteRange(BEGIN, BEGIN + byteCount));
  }

  static TensorHealth scan(int threads, TensorData tensor) throws IOException {
    return new HealthScan(new ChunkedScan(threads)).of(tensor, Cancellation.NEVER, Progress.NONE);
  }
}
