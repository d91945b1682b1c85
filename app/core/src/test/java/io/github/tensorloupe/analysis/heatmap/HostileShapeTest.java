package io.github.tensorloupe.analysis.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Headers that declare more data than any file contains.
class HostileShapeTest {

  private static final int BYTE_COUNT = 48;

  @TempDir private Path folder;

  static Stream<Shape> shapes() {
    long[] ones = new long[64];
    Arrays.fill(ones, 1);
    long[] manyAxes = ones.clone();
    manyAxes[0] = Long.MAX_VALUE / 3;
    manyAxes[63] = 3;
    return Stream.of(
        Shape.of(Long.MAX_VALUE),
        Shape.of(Long.MAX_VALUE - 1_000_000),
        Shape.of(1, Long.MAX_VALUE),
        Shape.of(Long.MAX_VALUE, 1),
        Shape.of(1L << 31, 1L << 31),
        Shape.of(3, Long.MAX_VALUE / 3),
        Shape.of(Long.MAX_VALUE / 3, 3),
        Shape.of(1L << 20, 1L << 20, 1L << 22),
        Shape.of(ones),
        Shape.of(manyAxes));
  }

  private static List<TensorSlice> slices(TensorData data) {
    TensorSlice slice = TensorSlice.of(data);
    List<TensorSlice> slices =
        new ArrayList<>(List.of(slice, TensorSlice.of(data, slice.axes().transposed())));
    if (data.info().shape().rank() == 1) {
      slices.add(TensorSlice.folded(data, 1000));
      slices.add(
          TensorSlice.folded(data, (long) Math.ceil(Math.sqrt(data.info().shape().dimension(0)))));
    }
    return slices;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void whatIsThereIsShownAndTheRestIsAbsent(Shape shape) throws IOException {
    Path path = Files.write(folder.resolve("t"), new byte[BYTE_COUNT]);
    for (Dtype dtype : List.of(Dtype.U8, Dtype.F4, Dtype.BF16, Dtype.C64)) {
      TensorInfo info = new TensorInfo("t", dtype, shape, 0, BYTE_COUNT);
      try (FileBytes file = FileBytes.open(path)) {
        TensorData data = new TensorData(file, info, new ByteRange(0, BYTE_COUNT));
        for (TensorSlice slice : slices(data)) {
          boolean isWhole =
              Math.multiplyHigh(slice.rowCount(), slice.columnCount()) == 0
                  && Long.compareUnsigned(
                          slice.rowCount() * slice.columnCount(), slice.presentElementCount())
                      <= 0;
          assertCorners(slice, isWhole);
          assertPictures(slice, isWhole);
        }
      }
    }
  }

  private static void assertCorners(TensorSlice slice, boolean isWhole) throws IOException {
    long row = slice.rowCount() - 1;
    long column = slice.columnCount() - 1;
    SliceBlock first = slice.read(0, 0, 1, 1);
    assertThat(first.isPresent(0, 0)).isTrue();
    assertThat(slice.cellOf(0)).contains(new TensorSlice.Cell(0, 0));
    assertThat(slice.isPresent(row, column)).isEqualTo(isWhole);
    SliceBlock last = slice.read(row, column, 1, 1);
    assertThat(last.isPresent(row, column)).isEqualTo(isWhole);
  }

  private static void assertPictures(TensorSlice slice, boolean isWhole) throws IOException {
    PixelGrid grid = PixelGrid.within(slice, 300);
    PixelGrid.Tile last = grid.tileOf(grid.height() - 1, grid.width() - 1);
    PixelBlock preview = Preview.of(slice, grid, grid.areaOf(last), Cancellation.NEVER);
    assertThat(preview.isAbsent(preview.size() - 1)).isEqualTo(!isWhole);
    for (Pooling pooling : Pooling.values()) {
      List<PixelBlock> tiles = new ArrayList<>();
      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () ->
              new TileScan(1)
                  .run(
                      slice,
                      grid,
                      pooling,
                      List.of(new PixelGrid.Tile(0, 0), last),
                      tiles::add,
                      Cancellation.NEVER,
                      Progress.NONE));
      assertThat(tiles.getFirst().isAbsent(0)).isFalse();
      PixelBlock end = tiles.getLast();
      assertThat(end.isAbsent(end.size() - 1)).isEqualTo(!isWhole);
    }
  }
}
