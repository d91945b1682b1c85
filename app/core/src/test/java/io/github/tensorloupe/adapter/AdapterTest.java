package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdapterTest {

  private static final int LAYERS = 600;

  @TempDir Path folder;

  private final TensorFiles files = new TensorFiles();

  private Optional<Adapter> find() throws IOException {
    Path path = files.write(folder.resolve("a.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return Adapter.find(checkpoint);
    }
  }

  @Test
  void modulesAreFoundBehindManyOtherTensors() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      files.floats("head.%d.weight".formatted(layer), 1);
    }
    for (int layer = 0; layer < LAYERS; layer++) {
      files.tensor("m.%d.lora_A.weight".formatted(layer), Dtype.F32, new byte[8], 1, 2);
      files.tensor("m.%d.lora_B.weight".formatted(layer), Dtype.F32, new byte[8], 2, 1);
    }

    assertThat(find().orElseThrow().modules()).hasSize(LAYERS);
  }

  @Test
  void weightsOfACheckpointAreNoModules() throws IOException {
    files.floats("m.0.weight", 1).floats("m.0.bias", 1).floats("m.1.alpha", 1);

    assertThat(find()).isEmpty();
  }
}
