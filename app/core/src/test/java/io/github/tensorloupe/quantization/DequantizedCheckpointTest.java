package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DequantizedCheckpointTest {

  @TempDir Path folder;

  private static byte[] bytes(TensorRef tensor) throws IOException {
    TensorData data = tensor.data().orElseThrow();
    return data.file().read(data.range().begin(), (int) data.range().byteCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gptq4", "fp8_sharded", "bnb_nf4_nested", "mlx4"})
  void weightsHaveTheirValuesAndAllElseStaysAsItIs(String name) throws IOException {
    Path path = SharedFolder.file("quantised/" + name);
    try (Checkpoint stored = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      Quantization found = Quantization.of(stored, Cancellation.NEVER);
      Checkpoint dequantized = found.dequantized(stored).orElseThrow();

      assertThat(dequantized.files()).hasSameSizeAs(stored.files());
      assertThat(dequantized.tensors()).hasSameSizeAs(found.dequantized(stored.tensors()));
      for (TensorRef tensor : found.dequantized(stored.tensors())) {
        TensorRef other = dequantized.tensor(tensor.info().name()).orElseThrow();
        assertThat(other.info().shape()).isEqualTo(tensor.info().shape());
        assertThat(bytes(other)).isEqualTo(bytes(tensor));
      }
    }
  }

  @Test
  void checkpointWithoutQuantizedWeightsHasNone() throws IOException {
    Path path = new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));
    try (Checkpoint stored = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      assertThat(Quantization.of(stored, Cancellation.NEVER).dequantized(stored)).isEmpty();
    }
  }
}
