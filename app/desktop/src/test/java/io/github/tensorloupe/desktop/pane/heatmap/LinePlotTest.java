package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.CountedFile;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinePlotTest {

  @TempDir private Path folder;

  @Test
  void everyPointHasItsLowestAndHighestValue() throws IOException {
    byte[] numbers = TensorFiles.f32(0, 0, 0, 0, 0, 3, -1, Float.NaN, Float.POSITIVE_INFINITY, 2);
    Path path =
        new TensorFiles().tensor("t", Dtype.F32, numbers, 2, 5).write(folder.resolve("small"));
    try (CountedFile file = CountedFile.open(path)) {
      TensorSlice slice = TensorSlice.of(file.tensor("t").data().orElseThrow());

      LinePlot row = LinePlot.of(LinePlot.Part.whole(slice, true, 1), 3, Cancellation.NEVER);
      assertThat(row.size()).isEqualTo(3);
      assertThat(row.perPoint()).isEqualTo(2);
      assertThat(row.isExact()).isTrue();
      assertThat(row.low(0)).isEqualTo(-1);
      assertThat(row.high(0)).isEqualTo(3);
      assertThat(row.low(1)).isNaN();
      assertThat(row.hasNan(1)).isTrue();
      assertThat(row.hasInfinity(1)).isTrue();
      assertThat(row.low(2)).isEqualTo(2);
      assertThat(row.lowest()).isEqualTo(-1);

      LinePlot column = LinePlot.of(LinePlot.Part.whole(slice, false, 4), 100, Cancellation.NEVER);
      assertThat(column.size()).isEqualTo(2);
      assertThat(column.high(1)).isEqualTo(2);
      LinePlot part =
          LinePlot.of(LinePlot.Part.whole(slice, true, 1).of(1, 2), 100, Cancellation.NEVER);
      assertThat(part.size()).isOne();
      assertThat(part.begin(0)).isEqualTo(1);
    }
  }

  @Test
  void onlyAFewValuesPerPointOfAHugeVectorAreRead() throws IOException {
    Path path = SparseFiles.write(folder.resolve("huge"), Dtype.F32, Map.of(), 25_000_000_000L);
    try (CountedFile counted = CountedFile.open(path)) {
      TensorSlice slice = TensorSlice.of(counted.tensor("t").data().orElseThrow());
      long before = counted.bytesRead();

      LinePlot plot = LinePlot.of(LinePlot.Part.whole(slice, true, 0), 10, Cancellation.NEVER);

      assertThat(plot.isExact()).isFalse();
      assertThat(counted.bytesRead() - before).isLessThan(1 << 20);
    }
  }
}
