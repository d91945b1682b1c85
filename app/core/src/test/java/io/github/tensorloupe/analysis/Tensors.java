package io.github.tensorloupe.analysis;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Creates tensors in plain files and scans them. The tensor begins at an odd byte.
final class Tensors {

  private static final int BEGIN = 13;

  private Tensors() {}

  /// Returns the statistics of a tensor with these codes, one per part.
  static TensorStatistics scanCodes(Path folder, Dtype dtype, long... codes) throws IOException {
    long elementCount = codes.length / ElementType.of(dtype).partsPerElement();
    return scan(folder, dtype, Shape.of(elementCount), CodeBytes.of(dtype, codes));
  }

  /// Returns the statistics of a tensor with the encoded numbers.
  static TensorStatistics scanNumbers(Path folder, Dtype dtype, double... numbers)
      throws IOException {
    return scanCodes(
        folder, dtype, Arrays.stream(numbers).mapToLong(ElementType.of(dtype)::encode).toArray());
  }

  /// Returns the statistics of a tensor of which only these bytes are present.
  static TensorStatistics scan(Path folder, Dtype dtype, Shape shape, byte[] bytes)
      throws IOException {
    return scan(folder, dtype, shape, bytes, Cancellation.NEVER, Progress.NONE);
  }

  static TensorStatistics scan(
      Path folder,
      Dtype dtype,
      Shape shape,
      byte[] bytes,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Path path = folder.resolve("tensor.bin");
    byte[] content = new byte[BEGIN + bytes.length + 5];
    Arrays.fill(content, (byte) 0x7b);
    System.arraycopy(bytes, 0, content, BEGIN, bytes.length);
    Files.write(path, content);
    try (FileBytes file = FileBytes.open(path)) {
      TensorInfo info = new TensorInfo("t", dtype, shape, 0, bytes.length);
      ByteRange range = new ByteRange(BEGIN, BEGIN + bytes.length);
      return statistics(new TensorData(file, info, range), cancellation, progress);
    }
  }

  /// Returns the statistics of an open tensor.
  static TensorStatistics statistics(
      TensorData tensor, Cancellation cancellation, Progress progress) throws IOException {
    DistributionScan scan = new DistributionScan(ChunkedScan.onAllProcessors());
    return TensorStatistics.of(scan.of(tensor, cancellation, progress), tensor.elementCount());
  }
}
