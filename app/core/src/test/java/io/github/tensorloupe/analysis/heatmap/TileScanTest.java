package io.github.tensorloupe.analysis.heatmap;

import static io.github.tensorloupe.analysis.heatmap.SliceSamples.exact;
import static io.github.tensorloupe.analysis.heatmap.SliceSamples.grid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.github.tensorloupe.analysis.heatmap.SliceSamples.Pixels;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TileScanTest {

  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;

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

  private TensorSlice slice(Dtype dtype, int rows, int columns, double... numbers)
      throws IOException {
    return TensorSlice.of(samples.tensor(dtype, Shape.of(rows, columns), numbers));
  }

  private static Pixels pooled(TensorSlice slice, long rows, long columns, Pooling pooling)
      throws IOException {
    return exact(slice, grid(slice, rows, columns), pooling);
  }

  private static double[] upTo(int count) {
    return IntStream.range(0, count).asDoubleStream().toArray();
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void withOneElementAPixelEveryNumberIsItself(Dtype dtype) throws IOException {
    double[] numbers = {1, 0.5, 2, 0, 3, 1, 4, 1.5, 0.5};
    TensorData tensor =
        dtype == Dtype.C64
            ? samples.tensor(dtype, Shape.of(3, 3), new byte[72])
            : samples.tensor(dtype, Shape.of(3, 3), numbers);
    TensorSlice slice = TensorSlice.of(tensor);

    for (Pooling pooling : Pooling.values()) {
      double[] values = pooled(slice, 1, 1, pooling).values();
      for (int i = 0; i < 9; i++) {
        assertThat(values[i])
            .isEqualTo(
                Double.valueOf(Math.abs(slice.read(i / 3, i % 3, 1, 1).value(i / 3, i % 3))));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"F64", "F32", "F16", "BF16", "I8", "I16", "I32", "I64"})
  void theExtremeIsTheLargestMagnitudeWithItsSign(Dtype dtype) throws IOException {
    TensorSlice slice = slice(dtype, 2, 6, 1, -7, 2, 3, 0, 0, 5, 6, 4, -3, 0, -1);

    assertThat(pooled(slice, 2, 2, Pooling.EXTREME).values()).containsExactly(-7, 4, -1);
  }

  @Test
  void ofEqualMagnitudesThePositiveNumberIsShown() throws IOException {
    for (Dtype dtype : List.of(Dtype.BF16, Dtype.F64)) {
      TensorSlice slice = slice(dtype, 1, 4, -2, 2, 3, -3);

      assertThat(pooled(slice, 1, 2, Pooling.EXTREME).values()).containsExactly(2, 3);
    }
  }

  @Test
  void pooledZeroIsNegativeIfAllItsElementsAre() throws IOException {
    for (Dtype dtype : List.of(Dtype.F32, Dtype.F64)) {
      TensorSlice slice = slice(dtype, 1, 6, -0.0, -0.0, -0.0, 0.0, 0.0, -0.0);

      double[] values = pooled(slice, 1, 3, Pooling.EXTREME).values();
      assertThat(values).containsExactly(-0.0, 0.0);
      for (Pooling pooling : List.of(Pooling.MEAN, Pooling.RMS)) {
        assertThat(pooled(slice, 1, 3, pooling).values()).containsExactly(0.0, 0.0);
      }
    }
  }

  @Test
  void meanAndRootMeanSquareAreOfAllElementsOfAPixel() throws IOException {
    TensorSlice slice = slice(Dtype.F32, 2, 3, 1, 7, -3, -1, 1, 4);

    assertThat(pooled(slice, 2, 2, Pooling.MEAN).values()).containsExactly(2, 0.5);
    assertThat(pooled(slice, 2, 2, Pooling.RMS).values())
        .containsExactly(Math.sqrt(13), Math.sqrt(12.5));
  }

  @Test
  void meansOfNumbersAtTheEndsOfTheRangeNeitherOverflowNorVanish() throws IOException {
    TensorSlice large = slice(Dtype.F64, 1, 2, 0x1p1023, 0x1p1023);
    TensorSlice small = slice(Dtype.F64, 1, 2, 0x1p-800, -0x1p-800);

    assertThat(pooled(large, 1, 2, Pooling.MEAN).values()).containsExactly(0x1p1023);
    assertThat(pooled(large, 1, 2, Pooling.RMS).values()).containsExactly(0x1p1023);
    assertThat(pooled(small, 1, 2, Pooling.RMS).values()).containsExactly(0x1p-800);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"F64", "F32", "F16", "BF16", "F8_E5M2"})
  void whatIsNotFiniteIsMarkedAndTakesNoPart(Dtype dtype) throws IOException {
    TensorSlice slice = slice(dtype, 2, 8, 1, NAN, 2, 0, NAN, INF, 0, 0, 3, -2, INF, -4, NAN, NAN);
    for (Pooling pooling : Pooling.values()) {
      Pixels pixels = pooled(slice, 2, 2, pooling);

      assertThat(pixels.marks(0, 0)).isEqualTo("n");
      assertThat(pixels.marks(0, 1)).isEqualTo("i");
      assertThat(pixels.marks(0, 2)).isEqualTo("ni");
      assertThat(pixels.value(0, 2)).isNaN();
      assertThat(pixels.marks(0, 3)).isEmpty();
    }
    assertThat(pooled(slice, 2, 2, Pooling.EXTREME).values()).containsExactly(3, -4, NAN, 0);
    assertThat(pooled(slice, 2, 2, Pooling.MEAN).value(0, 1)).isEqualTo(-2.0 / 3);
  }

  @Test
  void nansOfEitherSignAreFound() throws IOException {
    for (long code : new long[] {0x7fc0, 0xffc0, 0x7f81, 0xff81}) {
      byte[] bytes = SliceSamples.bytes(Dtype.BF16, Shape.of(1, 3), 0x3f80, code, 0xc000);
      TensorSlice slice = TensorSlice.of(samples.tensor(Dtype.BF16, Shape.of(1, 3), bytes));
      Pixels pixels = pooled(slice, 1, 3, Pooling.EXTREME);

      assertThat(pixels.marks(0, 0)).isEqualTo("n");
      assertThat(pixels.value(0, 0)).isEqualTo(-2);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"})
  void singleNanInALargeByteTensorIsFound(Dtype dtype) throws IOException {
    int side = 3000;
    byte[] bytes = new byte[side * side];
    // Small numbers, of both signs if the dtype has them: a NaN ordered like a zero is then neither
    // the largest nor the smallest code.
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i % 2 == 0 ? 0x01 : 0x81);
    }
    bytes[1234 * side + 2345] =
        (byte) (dtype == Dtype.F8_E8M0 ? 0xff : dtype == Dtype.F8_E4M3 ? 0x7f : 0x80);
    TensorSlice slice = TensorSlice.of(samples.tensor(dtype, Shape.of(side, side), bytes));
    Pixels pixels = pooled(slice, 32, 32, Pooling.EXTREME);

    for (int row = 0; row < pixels.grid().height(); row++) {
      for (int column = 0; column < pixels.grid().width(); column++) {
        assertThat(pixels.marks(row, column))
            .isEqualTo(row == 1234 / 32 && column == 2345 / 32 ? "n" : "");
      }
    }
  }

  @Test
  void unsignedIntegersAreNotReadAsNegative() throws IOException {
    for (Dtype dtype : List.of(Dtype.U8, Dtype.U16, Dtype.U32, Dtype.U64)) {
      TensorSlice slice = slice(dtype, 1, 4, 200, 3, 1, 128);

      assertThat(pooled(slice, 1, 2, Pooling.EXTREME).values()).containsExactly(200, 128);
    }
  }

  @Test
  void aComplexNumberCountsByItsMagnitude() throws IOException {
    byte[] bytes =
        SliceSamples.bytes(
            Dtype.C64,
            Shape.of(1, 2),
            Float.floatToRawIntBits(-3),
            Float.floatToRawIntBits(4),
            Float.floatToRawIntBits(Float.POSITIVE_INFINITY),
            Float.floatToRawIntBits(Float.NaN));
    TensorSlice slice = TensorSlice.of(samples.tensor(Dtype.C64, Shape.of(1, 2), bytes));
    Pixels pixels = pooled(slice, 1, 1, Pooling.EXTREME);

    assertThat(pixels.value(0, 0)).isEqualTo(5);
    assertThat(pixels.marks(0, 1)).isEqualTo("n");
  }

  @Test
  void pixelsAtTheEdgesHaveOnlyTheElementsThatAreThere() throws IOException {
    TensorSlice slice = slice(Dtype.F32, 3, 5, upTo(15));
    Pixels pixels = pooled(slice, 2, 3, Pooling.MEAN);

    assertThat(pixels.grid().height()).isEqualTo(2);
    assertThat(pixels.grid().width()).isEqualTo(2);
    assertThat(pixels.values()).containsExactly(3.5, 6, 11, 13.5);
  }

  @Test
  void picturesOfSeveralTilesHaveEveryPixelInItsPlace() throws IOException {
    int rows = 2 * PixelGrid.TILE_PIXELS + 5;
    int columns = PixelGrid.TILE_PIXELS + 7;
    TensorSlice slice = slice(Dtype.F32, rows, columns, upTo(rows * columns));

    assertThat(grid(slice, 1, 1).tileOf(slice.rowCount() - 1, 0))
        .isEqualTo(new PixelGrid.Tile(2, 0));
    assertThat(pooled(slice, 1, 1, Pooling.EXTREME).values()).containsExactly(upTo(rows * columns));
  }

  @Test
  void aTransposedSliceIsTheSamePictureTurned() throws IOException {
    TensorData tensor = samples.tensor(Dtype.BF16, Shape.of(2, 3), 1, 2, 3, 4, 5, -6);
    TensorSlice turned =
        TensorSlice.of(tensor, SliceAxes.ofLast(tensor.info().shape()).transposed());

    assertThat(pooled(turned, 1, 1, Pooling.EXTREME).values()).containsExactly(1, 4, 2, 5, 3, -6);
    assertThat(pooled(turned, 2, 1, Pooling.EXTREME).values()).containsExactly(2, 5, 3, -6);
  }

  @Test
  void axesThatAreHeldSayWhichMatrixIsShown() throws IOException {
    TensorData tensor = samples.tensor(Dtype.F16, Shape.of(2, 2, 2), upTo(8));
    SliceAxes last = SliceAxes.ofLast(tensor.info().shape());
    SliceAxes outer = new SliceAxes(0, 1, List.of(0L, 0L, 1L));

    assertThat(pooled(TensorSlice.of(tensor, last.at(0, 1)), 1, 1, Pooling.EXTREME).values())
        .containsExactly(4, 5, 6, 7);
    assertThat(pooled(TensorSlice.of(tensor, outer), 1, 1, Pooling.EXTREME).values())
        .containsExactly(1, 3, 5, 7);
  }

  @Test
  void pixelsAfterTheEndOfAFoldedVectorAreAbsent() throws IOException {
    TensorSlice slice =
        TensorSlice.folded(samples.tensor(Dtype.BF16, Shape.of(7), 1, 2, 3, 4, 5, 6, 7), 4);
    Pixels single = pooled(slice, 1, 1, Pooling.EXTREME);

    assertThat(single.marks(1, 3)).isEqualTo("a");
    assertThat(single.value(1, 3)).isNaN();
    assertThat(single.value(1, 2)).isEqualTo(7);
    assertThat(pooled(slice, 1, 2, Pooling.MEAN).values()).containsExactly(1.5, 3.5, 5.5, 7);
  }

  @Test
  void ofATruncatedTensorPixelsWithoutElementsAreAbsent() throws IOException {
    for (Dtype dtype : List.of(Dtype.BF16, Dtype.F64)) {
      byte[] bytes = new byte[dtype.bits() / 8 * 5];
      TensorSlice slice = TensorSlice.of(samples.tensor(dtype, Shape.of(3, 4), bytes));
      Pixels pixels = pooled(slice, 1, 2, Pooling.EXTREME);

      assertThat(pixels.marks(0, 1)).isEmpty();
      assertThat(pixels.marks(1, 0)).isEmpty();
      assertThat(pixels.marks(1, 1)).isEqualTo("a");
      assertThat(pixels.marks(2, 0)).isEqualTo("a");
    }
  }

  @Test
  void severalThreadsMakeEveryTileOnce() throws IOException {
    int side = 3 * PixelGrid.TILE_PIXELS;
    TensorSlice slice = slice(Dtype.F32, side, side, upTo(side * side));
    List<PixelGrid.Tile> tiles =
        IntStream.range(0, 9).mapToObj(i -> new PixelGrid.Tile(i / 3, i % 3)).toList();
    ConcurrentLinkedQueue<PixelGrid.Tile> scannedTiles = new ConcurrentLinkedQueue<>();
    new TileScan(3)
        .run(
            slice,
            grid(slice, 1, 1),
            Pooling.EXTREME,
            tiles,
            tile -> scannedTiles.add(tile.tile()),
            () -> false,
            Progress.NONE);

    assertThat(scannedTiles).containsExactlyInAnyOrderElementsOf(tiles);
  }

  @Test
  void aScanStopsWithinATile() throws IOException {
    TensorSlice slice = slice(Dtype.U8, 3000, 3000);
    AtomicInteger cancellationChecks = new AtomicInteger();
    PixelGrid whole = grid(slice, 3000, 3000);

    assertThatThrownBy(
            () ->
                new TileScan(1)
                    .run(
                        slice,
                        whole,
                        Pooling.EXTREME,
                        List.of(new PixelGrid.Tile(0, 0)),
                        _ -> {},
                        () -> cancellationChecks.incrementAndGet() > 3,
                        Progress.NONE))
        .isInstanceOf(CancellationException.class);
    assertThat(cancellationChecks).hasValue(4);
  }

  @Test
  void ofAFileThatHasChangedThereAreNoTiles() throws IOException {
    TensorSlice slice = slice(Dtype.U8, 30, 30);
    FileInterference.REWRITE.to(slice.data().file().path());
    PixelGrid whole = grid(slice, 30, 30);

    assertThatThrownBy(
            () ->
                new TileScan(1)
                    .run(
                        slice,
                        whole,
                        Pooling.EXTREME,
                        List.of(new PixelGrid.Tile(0, 0)),
                        tile -> fail("a tile of two states: " + tile),
                        () -> false,
                        Progress.NONE))
        .isInstanceOf(FileChangedException.class);
  }
}
