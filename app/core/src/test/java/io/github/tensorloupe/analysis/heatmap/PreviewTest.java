package io.github.tensorloupe.analysis.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreviewTest {

  @TempDir private Path folder;
  private SliceSamples samples;

  @BeforeEach
  void makeSamples() {
    samples = new SliceSamples(folder);
  }

  @AfterEach
  void closeFiles() throws IOException {
    samples.close();
  }

  private static double[] values(TensorSlice slice, long rows, long columns, PixelArea area)
      throws IOException {
    PixelBlock block =
        Preview.of(slice, SliceSamples.grid(slice, rows, columns), area, Cancellation.NEVER);
    return IntStream.range(0, block.size()).mapToDouble(block::value).toArray();
  }

  private TensorData arange() throws IOException {
    return samples.tensor(
        Dtype.F32, Shape.of(5, 7), IntStream.range(0, 35).asDoubleStream().toArray());
  }

  @Test
  void eachPixelShowsTheElementInItsMiddle() throws IOException {
    TensorSlice slice = TensorSlice.of(arange());

    assertThat(values(slice, 2, 3, new PixelArea(0, 0, 3, 3)))
        .containsExactly(8, 11, 13, 22, 25, 27, 29, 32, 34);
    assertThat(values(slice, 2, 3, new PixelArea(1, 1, 1, 2))).containsExactly(25, 27);
  }

  @Test
  void aPreviewOfATransposedSliceIsTurned() throws IOException {
    TensorData tensor = arange();
    TensorSlice slice =
        TensorSlice.of(tensor, SliceAxes.ofLast(tensor.info().shape()).transposed());

    assertThat(values(slice, 3, 2, new PixelArea(0, 0, 3, 3)))
        .containsExactly(8, 22, 29, 11, 25, 32, 13, 27, 34);
  }

  @Test
  void elementsThatAreNotInTheFileAreAbsent() throws IOException {
    TensorSlice slice = TensorSlice.of(samples.tensor(Dtype.F32, Shape.of(2, 4), new byte[20]));
    PixelBlock block =
        Preview.of(
            slice, SliceSamples.grid(slice, 1, 2), new PixelArea(0, 0, 2, 2), Cancellation.NEVER);

    assertThat(block.isAbsent(1)).isFalse();
    assertThat(block.isAbsent(2)).isTrue();
  }

  @Test
  void theLimitLeavesOutTheLargestNumbers() throws IOException {
    double[] numbers = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    TensorSlice slice = TensorSlice.of(samples.tensor(Dtype.F32, Shape.of(10, 10), numbers));
    List<PixelBlock> blocks =
        SliceSamples.exact(slice, SliceSamples.grid(slice, 1, 1), Pooling.EXTREME).blocks();

    assertThat(ColorLimit.of(99, blocks)).isEqualTo(99);
    assertThat(ColorLimit.of(100, blocks)).isEqualTo(100);
    assertThat(ColorLimit.of(0, blocks)).isEqualTo(1);
  }

  @Test
  void ofMostlyZerosTheLimitIsTheLargestNumber() throws IOException {
    double[] numbers = new double[1000];
    numbers[77] = -3;
    TensorSlice sparse = TensorSlice.of(samples.tensor(Dtype.F32, Shape.of(10, 100), numbers));
    TensorSlice zeros = TensorSlice.of(samples.tensor(Dtype.F32, Shape.of(10, 100)));

    assertThat(
            ColorLimit.of(
                99,
                SliceSamples.exact(sparse, SliceSamples.grid(sparse, 1, 1), Pooling.EXTREME)
                    .blocks()))
        .isEqualTo(3);
    assertThat(
            ColorLimit.of(
                99,
                SliceSamples.exact(zeros, SliceSamples.grid(zeros, 1, 1), Pooling.EXTREME)
                    .blocks()))
        .isEqualTo(1);
  }

  @Test
  void theFinestGridThatFitsIsChosen() throws IOException {
    TensorSlice slice = TensorSlice.of(arange());

    assertThat(PixelGrid.within(slice, 7)).isEqualTo(new PixelGrid(5, 7, 1, 1));
    assertThat(PixelGrid.within(slice, 6)).isEqualTo(new PixelGrid(5, 7, 1, 2));
    assertThat(PixelGrid.within(slice, 3)).isEqualTo(new PixelGrid(5, 7, 2, 3));
  }
}
