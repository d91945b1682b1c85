package io.github.tensorloupe.analysis.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.heatmap.SliceSamples.Pixels;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Compares random tensors of every dtype, with random truncation, fixed indexes and orientation,
/// with a loop over their elements.
class PoolingPropertyTest {

  private static final int ROUNDS = Rounds.of(20);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void pixelsAgreeWithALoopOverTheirElements(Dtype dtype) throws IOException {
    Random random = new Random(dtype.ordinal());
    try (SliceSamples samples = new SliceSamples(folder)) {
      for (int round = 0; round < ROUNDS; round++) {
        TensorSlice slice = slice(samples, dtype, random);
        PixelGrid grid =
            SliceSamples.grid(
                slice,
                1 + random.nextLong(slice.rowCount()),
                1 + random.nextLong(slice.columnCount()));
        for (Pooling pooling : Pooling.values()) {
          check(slice, grid, pooling);
        }
      }
    }
  }

  private static TensorSlice slice(SliceSamples samples, Dtype dtype, Random random)
      throws IOException {
    boolean isTiled = random.nextInt(3) == 0;
    Shape shape =
        isTiled
            ? Shape.of(random.longs(4, 1, 12).toArray())
            : Shape.of(1 + random.nextInt(3), 1 + random.nextInt(40), 1 + random.nextInt(300));
    long byteCount = shape.elementCount().orElseThrow() * dtype.bits() / 8;
    byte[] bytes = new byte[(int) (random.nextInt(4) == 0 ? byteCount * 2 / 3 : byteCount)];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      // Removes non-finite values, in most dtypes.
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] &= (byte) 0xbf;
      }
    }
    TensorData data = samples.tensor(dtype, shape, bytes);
    if (isTiled) {
      SliceAxes tiles = SliceAxes.ofTiles(shape).orElseThrow();
      TensorSlice slice = TensorSlice.of(data, random.nextBoolean() ? tiles : tiles.transposed());
      return slice.axes().equals(tiles) && random.nextBoolean()
          ? slice.inLines(1 + random.nextInt(5))
          : slice;
    }
    List<Integer> axes = new ArrayList<>(List.of(0, 1, 2));
    Collections.shuffle(axes, random);
    List<Long> held = new ArrayList<>();
    for (int axis = 0; axis < 3; axis++) {
      held.add(random.nextLong(shape.dimension(axis)));
    }
    return TensorSlice.of(data, new SliceAxes(axes.get(0), axes.get(1), held));
  }

  private static void check(TensorSlice slice, PixelGrid grid, Pooling pooling) throws IOException {
    Pixels pixels = SliceSamples.exact(slice, grid, pooling);
    SliceBlock cells = slice.read(0, 0, (int) slice.rowCount(), (int) slice.columnCount());
    for (long row = 0; row < grid.height(); row += 1 + grid.height() / 5) {
      for (long column = 0; column < grid.width(); column += 1 + grid.width() / 7) {
        double[] elements = elements(cells, grid, row, column);
        assertThat(pixels.marks(row, column)).isEqualTo(marks(elements));
        double expected =
            pooled(Arrays.stream(elements).filter(Double::isFinite).toArray(), pooling);
        double value = pixels.value(row, column);
        assertThat(
                value == expected
                    || Double.isNaN(value) && Double.isNaN(expected)
                    || near(value, expected, elements))
            .as("%s instead of %s of %s", value, expected, slice.type().dtype())
            .isTrue();
        checkSearch(slice, grid, row, column, elements);
      }
    }
  }

  private static double[] elements(SliceBlock cells, PixelGrid grid, long row, long column) {
    List<Double> elements = new ArrayList<>();
    for (long r = row * grid.rowsPerPixel();
        r < Math.min(grid.rowCount(), (row + 1) * grid.rowsPerPixel());
        r++) {
      for (long c = column * grid.columnsPerPixel();
          c < Math.min(grid.columnCount(), (column + 1) * grid.columnsPerPixel());
          c++) {
        if (cells.isPresent(r, c)) {
          elements.add(number(cells, r, c));
        }
      }
    }
    return elements.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double number(SliceBlock cells, long row, long column) {
    ElementType type = cells.type();
    double real = cells.value(row, column);
    if (type.partsPerElement() == 1) {
      return real;
    }
    double imaginary = type.toDouble(cells.code(row, column, 1));
    return Double.isNaN(real) || Double.isNaN(imaginary) ? Double.NaN : Math.hypot(real, imaginary);
  }

  private static String marks(double[] elements) {
    return (Arrays.stream(elements).anyMatch(Double::isNaN) ? "n" : "")
        + (Arrays.stream(elements).anyMatch(Double::isInfinite) ? "i" : "")
        + (elements.length == 0 ? "a" : "");
  }

  private static double pooled(double[] finite, Pooling pooling) {
    if (finite.length == 0) {
      return Double.NaN;
    }
    double largest = Arrays.stream(finite).max().orElseThrow();
    double smallest = Arrays.stream(finite).min().orElseThrow();
    double unit = Math.max(Math.abs(largest), Math.abs(smallest));
    if (unit == 0) {
      return 0;
    }
    return switch (pooling) {
      case EXTREME -> Math.abs(smallest) > largest ? smallest : largest;
      case MEAN -> Arrays.stream(finite).map(x -> x / unit).sum() / finite.length * unit;
      case RMS ->
          Math.sqrt(Arrays.stream(finite).map(x -> (x / unit) * (x / unit)).sum() / finite.length)
              * unit;
    };
  }

  private static boolean near(double value, double expected, double[] elements) {
    double unit = Arrays.stream(elements).filter(Double::isFinite).map(Math::abs).max().orElse(0);
    return Math.abs(value - expected) <= 1e-12 * unit;
  }

  private static void checkSearch(
      TensorSlice slice, PixelGrid grid, long row, long column, double[] elements)
      throws IOException {
    var cell = PixelSearch.cellOf(slice, grid, row, column, Cancellation.NEVER);
    if (elements.length == 0) {
      assertThat(cell).isEmpty();
      return;
    }
    long cellRow = cell.orElseThrow().row();
    long cellColumn = cell.orElseThrow().column();
    assertThat(cellRow / grid.rowsPerPixel()).isEqualTo(row);
    assertThat(cellColumn / grid.columnsPerPixel()).isEqualTo(column);
    double found = number(slice.read(cellRow, cellColumn, 1, 1), cellRow, cellColumn);
    String marks = marks(elements);
    if (!marks.isEmpty()) {
      assertThat(marks.contains("n") ? Double.isNaN(found) : Double.isInfinite(found)).isTrue();
    } else {
      assertThat(found + 0.0).isEqualTo(pooled(elements, Pooling.EXTREME) + 0.0);
    }
  }
}
