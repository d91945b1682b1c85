package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.testing.Collisions;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorRefTest {

  @TempDir Path folder;

  /// Without an order, the work would grow with the square of the number of tensors.
  @Test
  void hashMapsOfTensorsAcceptManyNamesWithEqualHashCodes() throws IOException {
    TensorFiles files = new TensorFiles();
    List<String> names = Collisions.names(60_000);
    names.forEach(name -> files.tensor(name, Dtype.F32, new byte[0], 0));
    try (TensorFile file = TensorFile.open(files.write(folder.resolve("a.safetensors")))) {
      List<TensorInfo> infos = file.header().tensors();
      Map<TensorRef, String> nameByTensor = new HashMap<>();

      assertTimeoutPreemptively(
          Duration.ofSeconds(120),
          () -> infos.forEach(info -> nameByTensor.put(new TensorRef(file, info), info.name())));

      assertThat(nameByTensor).hasSize(names.size());
      infos.forEach(info -> assertEquals(info.name(), nameByTensor.get(new TensorRef(file, info))));
    }
  }
}
