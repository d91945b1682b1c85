package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Scans a file written by another program, whose tensors contain 0, 1, 2 and so on.
class KnownValuesTest {

  @Test
  void tensorsThatCountUpHaveTheFiguresOfThat() throws IOException {
    String path = "real/fluxml-single/model.numpy.safetensors";
    try (FileBytes file = FileBytes.open(SharedFolder.file(path))) {
      int headerLength = (int) file.readLittleEndian(0, 8);
      JsonNode header = new ObjectMapper().readTree(file.read(8, headerLength));
      int tensors = 0;
      for (var entry : header.properties()) {
        TensorData data = data(file, 8 + headerLength, entry.getKey(), entry.getValue());
        if (data.info().dtype() != Dtype.BOOL) {
          assertCountsUp(data);
          tensors++;
        }
      }
      assertThat(tensors).isGreaterThan(20);
    }
  }

  private static TensorData data(FileBytes file, long dataStart, String name, JsonNode entry) {
    long[] dimensions = new ObjectMapper().convertValue(entry.get("shape"), long[].class);
    long begin = entry.get("data_offsets").get(0).asLong();
    long end = entry.get("data_offsets").get(1).asLong();
    Dtype dtype = Dtype.valueOf(entry.get("dtype").asText());
    TensorInfo info = new TensorInfo(name, dtype, Shape.of(dimensions), begin, end);
    return new TensorData(file, info, new ByteRange(dataStart + begin, dataStart + end));
  }

  private static void assertCountsUp(TensorData data) throws IOException {
    TensorStatistics statistics = Tensors.statistics(data, Cancellation.NEVER, Progress.NONE);
    long count = data.info().shape().elementCount().orElseThrow();
    Finite finite = statistics.finite().orElseThrow();
    ElementType type = ElementType.of(data.info().dtype());
    assertThat(statistics.elementCount()).isEqualTo(count);
    assertThat(statistics.counts().zero()).isEqualTo(1);
    assertThat(finite.min()).isEqualTo(type.toNumber(0));
    assertThat(finite.max()).isEqualTo(type.toNumber(type.encode(count - 1)));
    assertThat(finite.mean()).isEqualTo((count - 1) / 2.0);
    assertThat(finite.standardDeviation())
        .isCloseTo(Math.sqrt((count * count - 1) / 12.0), within(1e-12 * count));
  }
}
