package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComputedFileTest {

  @TempDir Path folder;

  @Test
  void onlyTheSameTensorOfTheSameFileIsTheSame() throws IOException {
    Path path = Files.write(folder.resolve("stored.bin"), new byte[] {1, 2, 3, 4});
    try (FileBytes stored = FileBytes.open(path)) {
      ByteSource weight = computed("a.weight", stored);

      assertThat(weight.isSameFileAs(computed("a.weight", stored))).isTrue();
      assertThat(weight.isSameFileAs(computed("b.weight", stored))).isFalse();
    }
  }

  private static ByteSource computed(String name, ByteSource source) {
    TensorSpec spec = new TensorSpec(name, Dtype.F32, Shape.of(2));
    return ComputedFile.of(
            Path.of("computed"),
            spec,
            2,
            (_, count, target) -> target.position(4 * count),
            List.of(source))
        .orElseThrow()
        .bytes();
  }
}
