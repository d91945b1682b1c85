package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameGroupTest {

  private static final int COUNT = 200_000;

  @TempDir Path folder;

  /// Without an order, the work would grow with the square of the number of shapes.
  @Test
  void manyShapesWithEqualHashCodesAreGrouped() throws IOException {
    Path path = new TensorFiles().floats("t", 1).write(folder.resolve("a.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      NameGroup group = new NameGroup("t");
      assertThat(shape(0)).hasSameHashCodeAs(shape(1));

      assertTimeoutPreemptively(
          Duration.ofSeconds(120),
          () ->
              IntStream.range(0, COUNT)
                  .mapToObj(i -> new TensorInfo("t", Dtype.F16, shape(i), 0, 0))
                  .forEach(info -> group.add(file, info, NameShape.of("t"))));

      assertThat(group.members()).hasSize(COUNT);
    }
  }

  /// Returns shapes for which 31 times the first dimension plus the second one is the same.
  private static Shape shape(int index) {
    return Shape.of(index, 31L * (COUNT - index), 0);
  }
}
