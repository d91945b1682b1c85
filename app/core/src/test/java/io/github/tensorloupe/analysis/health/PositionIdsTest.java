package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PositionIdsTest {

  private static final String NAME = "text_model.embeddings.position_ids";

  @TempDir Path folder;

  private List<Finding> findings(TensorFiles files) throws IOException {
    try (TensorFile file = TensorFile.open(files.write(folder.resolve("a.safetensors")))) {
      return PositionIds.findings(List.of(file));
    }
  }

  private static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  @Test
  void positionsThatAMergeAveragedAreReported() throws IOException {
    TensorFiles files = new TensorFiles();
    files.tensor("a." + NAME, Dtype.F32, TensorFiles.f32(0, 1, 1.95f, 2.9f), 1, 4);
    files.tensor("b." + NAME, Dtype.I64, longs(0, 1, 1), 1, 3);

    assertThat(findings(files))
        .extracting(Finding::message)
        .satisfiesExactlyInAnyOrder(
            first -> assertThat(first).contains("has 2 wrong positions", "1.95", "index 2"),
            second -> assertThat(second).contains("has 1 wrong position, such as 1 at index 2"));
  }

  @Test
  void positionsOfAnyDtypeAreFine() throws IOException {
    TensorFiles files = new TensorFiles();
    files.tensor("a." + NAME, Dtype.F32, TensorFiles.f32(0, 1, 2, 3), 1, 4);
    files.tensor("b." + NAME, Dtype.I64, longs(0, 1, 2), 3);
    files.tensor("pixel_position_ids", Dtype.I64, longs(5, 5), 2);

    assertThat(findings(files)).isEmpty();
  }
}
