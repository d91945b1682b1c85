package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureSliceTest {

  @TempDir Path folder;

  @Test
  void lineOfAPictureHasAtMostAllTiles() throws IOException {
    long[][] shapes = {{3, 2, 4, 3, 2}, {1, 1, 9, 1}, {2, 1, 31, 1}, {64, 1, 3, 3}, {7, 1, 3, 3}};
    List<Long> lengths = new ArrayList<>();
    for (long[] shape : shapes) {
      Path path = folder.resolve(shape[0] + ".safetensors");
      byte[] bytes = new byte[(int) LongStream.of(shape).reduce(1, Math::multiplyExact)];
      new TensorFiles().tensor("t", Dtype.U8, bytes, shape).write(path);
      try (TensorFile file = TensorFile.open(path)) {
        TensorInfo info = file.header().tensors().getFirst();
        TensorData data = file.data(info).orElseThrow();
        SliceAxes axes = SliceAxes.ofTiles(info.shape()).orElseThrow();
        lengths.add(PictureSlice.of(data, axes).perLine());
      }
    }
    assertThat(lengths).containsExactly(3L, 0L, 2L, 8L, 4L);
  }
}
