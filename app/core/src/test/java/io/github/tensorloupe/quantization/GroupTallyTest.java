package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the figures of large weights with the figures of their stored values.
class GroupTallyTest {

  private static final int ROWS = 1100;
  private static final int COLUMNS = 4096;

  @TempDir Path folder;
  private final Random random = new Random(11);

  private byte[] codes(int count) {
    byte[] codes = new byte[count];
    random.nextBytes(codes);
    return codes;
  }

  /// Returns scales of which about one in `unusual` is zero, non-finite, negative or extreme.
  private byte[] scales(int count, int unusual) {
    float[] odd = {0, Float.NaN, Float.POSITIVE_INFINITY, 1e-40f, 1e30f, -1};
    ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      bytes.putFloat(
          random.nextInt(unusual) == 0
              ? odd[random.nextInt(odd.length)]
              : 1e-4f + 1e-3f * random.nextFloat());
    }
    return bytes.array();
  }

  private void check(TensorFiles files) throws IOException {
    Path path = files.write(folder.resolve("model.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      TensorData logical =
          Quantization.of(Checkpoint.of(file), Cancellation.NEVER)
              .weights()
              .getFirst()
              .logical()
              .orElseThrow()
              .data()
              .orElseThrow();
      assertThat(
              ((ComputedFile) logical.file())
                  .tally(logical.range().begin(), (int) logical.elementCount(), (_, _) -> {}))
          .isTrue();
      byte[] values = new byte[(int) logical.range().byteCount()];
      logical.file().read(logical.range().begin(), ByteBuffer.wrap(values));
      Path plain =
          new TensorFiles()
              .tensor("plain", Dtype.F32, values, logical.elementCount())
              .write(folder.resolve("plain.safetensors"));
      try (TensorFile written = TensorFile.open(plain)) {
        assertSame(
            distribution(logical),
            distribution(written.data(written.header().tensors().getFirst()).orElseThrow()));
      }
    }
  }

  private static Distribution distribution(TensorData tensor) throws IOException {
    return new DistributionScan(new ChunkedScan(2)).of(tensor, Cancellation.NEVER, Progress.NONE);
  }

  private static void assertSame(Distribution found, Distribution expected) {
    assertThat(found.counts()).isEqualTo(expected.counts());
    assertThat(found.summary()).isEqualTo(expected.summary());
    Bins bins = Bins.between(found.min(), found.max(), 200);
    assertThat(found.histogram(bins))
        .usingRecursiveComparison()
        .isEqualTo(expected.histogram(bins));
  }

  @Test
  void fp8InBlocksIsCounted() throws IOException {
    int blockRows = Math.ceilDiv(ROWS, 128);
    TensorFiles files =
        new TensorFiles()
            .tensor("a.weight", Dtype.F8_E4M3, codes(ROWS * COLUMNS), ROWS, COLUMNS)
            .tensor("a.weight_scale_inv", Dtype.F32, scales(blockRows * 32, 20), blockRows, 32);
    check(files);
  }

  @Test
  void fp8WithOneScaleIsCounted() throws IOException {
    TensorFiles files =
        new TensorFiles()
            .tensor("a.weight", Dtype.F8_E4M3, codes(ROWS * COLUMNS), ROWS, COLUMNS)
            .tensor("a.weight_scale", Dtype.F32, scales(1, Integer.MAX_VALUE));
    check(files);
  }

  @Test
  void groupsOf4BitCodesAreCounted() throws IOException {
    for (int group : new int[] {32, 64, 128}) {
      Files.writeString(
          folder.resolve("config.json"),
          "{\"quantization\":{\"group_size\":%d,\"bits\":4}}".formatted(group));
      TensorFiles files =
          new TensorFiles()
              .tensor("a.weight", Dtype.U32, codes(ROWS * COLUMNS / 2), ROWS, COLUMNS / 8)
              .tensor(
                  "a.scales", Dtype.F32, scales(ROWS * COLUMNS / group, 50), ROWS, COLUMNS / group)
              .tensor(
                  "a.biases", Dtype.F32, scales(ROWS * COLUMNS / group, 50), ROWS, COLUMNS / group);
      check(files);
    }
  }

  @Test
  void groupsDownColumnsAreCounted() throws IOException {
    int in = 1152;
    int out = 4104;
    TensorFiles files =
        new TensorFiles()
            .tensor("a.qweight", Dtype.I32, codes(in * out / 2), in / 8, out)
            .tensor("a.qzeros", Dtype.I32, codes(in / 128 * out / 2), in / 128, out / 8)
            .tensor("a.scales", Dtype.F32, scales(in / 128 * out, 50), in / 128, out);
    check(files);
  }
}
