package io.github.tensorloupe.analysis.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CountedFile;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.SparseFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TensorSliceTest {

  private static final int BYTES_BEFORE = 13;

  @TempDir Path folder;

  private final Random random = new Random(5);

  /// A tensor of random codes after a few other bytes.
  ///
  /// @param cut the number of missing bytes at the end
  private record Sample(long[] codes, Shape shape, TensorData data) implements AutoCloseable {

    @Override
    public void close() throws IOException {
      data.file().close();
    }

    long code(long elementIndex, int part) {
      return codes[
          (int) elementIndex * ElementType.of(data.info().dtype()).partsPerElement() + part];
    }
  }

  private Sample sample(Dtype dtype, int cut, long... dimensions) throws IOException {
    Shape shape = Shape.of(dimensions);
    ElementType type = ElementType.of(dtype);
    int count = (int) shape.elementCount().orElseThrow();
    long mask = type.partBits() == 64 ? -1 : (1L << type.partBits()) - 1;
    long[] codes = random.longs(count * (long) type.partsPerElement()).map(c -> c & mask).toArray();
    byte[] bytes = CodeBytes.of(dtype, codes);
    byte[] content = new byte[BYTES_BEFORE + bytes.length - cut];
    System.arraycopy(bytes, 0, content, BYTES_BEFORE, bytes.length - cut);
    FileBytes file = FileBytes.open(Files.write(Files.createTempFile(folder, "t", ""), content));
    TensorInfo info = new TensorInfo("t", dtype, shape, 0, bytes.length);
    return new Sample(
        codes, shape, new TensorData(file, info, new ByteRange(BYTES_BEFORE, content.length)));
  }

  private long[] randomShape(int rank) {
    return random.longs(rank, 1, 6).toArray();
  }

  private SliceAxes randomAxes(Shape shape) {
    int rank = shape.rank();
    List<Long> indexes = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      indexes.add(random.nextLong(shape.dimension(axis)));
    }
    int row = random.nextInt(rank + 1) - 1;
    int column = random.nextInt(rank + 1) - 1;
    return row == column
        ? new SliceAxes(row, SliceAxes.NONE, indexes)
        : new SliceAxes(row, column, indexes);
  }

  /// Returns the element of a cell, counted by nested loops over all indexes.
  private static long naiveElement(Shape shape, SliceAxes axes, long row, long column) {
    long element = 0;
    for (int axis = 0; axis < shape.rank(); axis++) {
      long index = axes.indexes().get(axis);
      index = axis == axes.rowAxis() ? row : axis == axes.columnAxis() ? column : index;
      element = element * shape.dimension(axis) + index;
    }
    return element;
  }

  private static long dimension(Shape shape, int axis) {
    return axis == SliceAxes.NONE ? 1 : shape.dimension(axis);
  }

  @ParameterizedTest
  @EnumSource
  void everyCellOfATileIsAnElementOfItsKernel(Dtype dtype) throws IOException {
    for (int run = 0; run < 60; run++) {
      long[] dimensions = randomShape(4);
      if (dtype.bits() * Shape.of(dimensions).elementCount().orElseThrow() % 8 != 0) {
        continue;
      }
      int cut = run % 3 == 2 ? Math.min(3, (int) (dtype.bits() * dimensions[0] / 8)) : 0;
      try (Sample sample = sample(dtype, cut, dimensions)) {
        SliceAxes tiles = SliceAxes.ofTiles(sample.shape()).orElseThrow();
        TensorSlice slice = TensorSlice.of(sample.data(), tiles);
        checkTiles(sample, slice, 1);
        checkTiles(sample, TensorSlice.of(sample.data(), tiles.transposed()), 1);
        int tileRows = 1 + run % 4;
        checkTiles(sample, slice.inLines(tileRows), tileRows);
      }
    }
  }

  private static void checkTiles(Sample sample, TensorSlice slice, int tileRows)
      throws IOException {
    Shape shape = sample.shape();
    SliceBlock block = slice.read(0, 0, (int) slice.rowCount(), (int) slice.columnCount());
    Set<Long> seen = new HashSet<>();
    for (long row = 0; row < slice.rowCount(); row++) {
      for (long column = 0; column < slice.columnCount(); column++) {
        long down = slice.axes().rowAxis() == 2 ? row : column;
        long right = slice.axes().rowAxis() == 2 ? column : row;
        long tile = right / shape.dimension(3);
        long outer = down / shape.dimension(2) * tileRows + tile / shape.dimension(1) % tileRows;
        long inner = tile % shape.dimension(1);
        long element =
            ((outer * shape.dimension(1) + inner) * shape.dimension(2) + down % shape.dimension(2))
                    * shape.dimension(3)
                + right % shape.dimension(3);
        boolean exists = outer < shape.dimension(0);
        assertThat(slice.exists(row, column)).isEqualTo(exists);
        if (exists) {
          assertThat(slice.elementIndex(row, column)).isEqualTo(element);
          assertThat(slice.cellOf(element)).contains(new TensorSlice.Cell(row, column));
          seen.add(element);
        }
        assertThat(block.isPresent(row, column)).isEqualTo(slice.isPresent(row, column));
        if (slice.isPresent(row, column)) {
          assertThat(block.code(row, column, 0)).isEqualTo(sample.code(element, 0));
        }
      }
    }
    assertThat(seen).hasSize((int) shape.elementCount().orElseThrow());
  }

  @ParameterizedTest
  @EnumSource
  void cellsAreInRowMajorOrder(Dtype dtype) throws IOException {
    for (int run = 0; run < 60; run++) {
      int cut = run % 3 == 2 ? random.nextInt(4) : 0;
      long[] dimensions = randomShape(run % 7);
      long bits = dtype.bits() * Shape.of(dimensions).elementCount().orElseThrow();
      try (Sample sample = sample(dtype, (int) Math.min(cut, bits / 8), dimensions)) {
        SliceAxes axes = randomAxes(sample.shape());
        TensorSlice slice = TensorSlice.of(sample.data(), axes);
        assertThat(slice.rowCount()).isEqualTo(dimension(sample.shape(), axes.rowAxis()));
        assertThat(slice.columnCount()).isEqualTo(dimension(sample.shape(), axes.columnAxis()));
        requireCells(sample, slice);
      }
    }
  }

  private static void requireCells(Sample sample, TensorSlice slice) throws IOException {
    int rows = (int) slice.rowCount();
    int columns = (int) slice.columnCount();
    SliceBlock block = slice.read(0, 0, rows, columns);
    Set<Long> elements = new HashSet<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        long element = naiveElement(sample.shape(), slice.axes(), row, column);
        elements.add(element);
        assertThat(slice.elementIndex(row, column)).isEqualTo(element);
        assertThat(slice.cellOf(element)).contains(new TensorSlice.Cell(row, column));
        requireCell(sample, slice, block, row, column);
      }
    }
    for (long element = -1; element <= sample.shape().elementCount().orElseThrow(); element++) {
      assertThat(slice.cellOf(element).isPresent()).isEqualTo(elements.contains(element));
    }
  }

  private static void requireCell(
      Sample sample, TensorSlice slice, SliceBlock block, int row, int column) {
    ElementType type = slice.type();
    long element = slice.elementIndex(row, column);
    long lastBit = (element + 1) * type.dtype().bits();
    boolean present = lastBit <= sample.data().range().byteCount() * 8;
    assertThat(slice.isPresent(row, column)).isEqualTo(present);
    assertThat(block.isPresent(row, column)).isEqualTo(present);
    assertThat(slice.byteOffset(row, column))
        .isEqualTo(BYTES_BEFORE + element * type.dtype().bits() / 8);
    for (int part = 0; present && part < type.partsPerElement(); part++) {
      assertThat(block.code(row, column, part)).isEqualTo(sample.code(element, part));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBlockAnywhereHasTheSameCellsAsTheWhole(Dtype dtype) throws IOException {
    try (Sample sample = sample(dtype, 0, 3, 11, 13)) {
      SliceAxes axes = new SliceAxes(1, 2, List.of(2L, 0L, 0L));
      for (SliceAxes each : List.of(axes, axes.transposed(), new SliceAxes(0, 1, axes.indexes()))) {
        TensorSlice slice = TensorSlice.of(sample.data(), each);
        for (int run = 0; run < 30; run++) {
          requireBlock(sample, slice);
        }
      }
    }
  }

  private void requireBlock(Sample sample, TensorSlice slice) throws IOException {
    int firstRow = random.nextInt((int) slice.rowCount());
    int firstColumn = random.nextInt((int) slice.columnCount());
    int rows = random.nextInt((int) slice.rowCount() - firstRow + 1);
    int columns = random.nextInt((int) slice.columnCount() - firstColumn + 1);
    SliceBlock block = slice.read(firstRow, firstColumn, rows, columns);
    assertThat(block.contains(firstRow, firstColumn)).isEqualTo(rows > 0 && columns > 0);
    assertThat(block.contains(firstRow + rows, firstColumn)).isFalse();
    assertThat(block.contains(firstRow, firstColumn - 1L)).isFalse();
    for (int row = firstRow; row < firstRow + rows; row++) {
      for (int column = firstColumn; column < firstColumn + columns; column++) {
        requireCell(sample, slice, block, row, column);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void foldedVectorWrapsAndItsLastRowMayBeShort(Dtype dtype) throws IOException {
    try (Sample sample = sample(dtype, 0, 24)) {
      for (int width : new int[] {1, 5, 24, 100}) {
        TensorSlice slice = TensorSlice.folded(sample.data(), width);
        assertThat(slice.rowCount()).isEqualTo(Math.ceilDiv(24, width));
        SliceBlock block = slice.read(0, 0, (int) slice.rowCount(), width);
        for (int element = 0; element < slice.rowCount() * width; element++) {
          int row = element / width;
          int column = element % width;
          assertThat(block.isPresent(row, column)).isEqualTo(element < 24);
          if (element < 24) {
            assertThat(block.code(row, column, 0)).isEqualTo(sample.code(element, 0));
            assertThat(slice.cellOf(element)).contains(new TensorSlice.Cell(row, column));
          }
        }
      }
    }
  }

  @Test
  void aShapeWithAZeroHasNoCells() throws IOException {
    long[][] shapes = {{0}, {0, 3}, {3, 0}, {0, 0}, {2, 0, 3}, {4, 3, 0}, {0, Long.MIN_VALUE}};
    for (long[] dimensions : shapes) {
      try (Sample sample = sample(Dtype.F32, 0, dimensions)) {
        for (SliceAxes axes : List.of(SliceAxes.ofLast(sample.shape()), oneHeld(sample.shape()))) {
          TensorSlice slice = TensorSlice.of(sample.data(), axes);
          assertThat(slice.rowCount()).isZero();
          assertThat(slice.columnCount()).isZero();
          assertThat(slice.cellOf(0)).isEmpty();
          assertThat(slice.read(0, 0, 0, 0).rowCount()).isZero();
        }
      }
    }
  }

  private static SliceAxes oneHeld(Shape shape) {
    Long[] zeros = new Long[shape.rank()];
    Arrays.fill(zeros, 0L);
    return new SliceAxes(0, SliceAxes.NONE, List.of(zeros));
  }

  @Test
  void aShapeWhoseElementsCannotBeCountedIsRefused() throws IOException {
    try (Sample sample = sample(Dtype.F32, 0, 2)) {
      for (Shape shape : List.of(Shape.of(1L << 40, 1L << 40), Shape.of(Long.MIN_VALUE))) {
        TensorInfo info = new TensorInfo("t", Dtype.F32, shape, 0, 8);
        TensorData data = new TensorData(sample.data().file(), info, sample.data().range());
        assertThat(TensorSlice.hasValidElementCount(info)).isFalse();
        assertThatThrownBy(() -> TensorSlice.of(data)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void anAxisHeldOutsideOfTheShapeIsRefused() throws IOException {
    try (Sample sample = sample(Dtype.U8, 0, 2, 3, 4)) {
      SliceAxes axes = SliceAxes.ofLast(sample.shape());
      assertThat(TensorSlice.of(sample.data(), axes.at(0, 1)).rowCount()).isEqualTo(3);
      for (long index : new long[] {2, -1, Long.MIN_VALUE}) {
        assertThatThrownBy(() -> TensorSlice.of(sample.data(), axes.at(0, index)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("[2, 3, 4]");
      }
    }
  }

  @Test
  void aBlockBeyondTheMatrixIsRefused() throws IOException {
    try (Sample sample = sample(Dtype.U8, 0, 3, 4)) {
      TensorSlice slice = TensorSlice.of(sample.data());
      assertThatThrownBy(() -> slice.read(0, 1, 1, 4))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> slice.read(2, 0, 2, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void ofAHugeMatrixOnlyTheBytesOfTheBlockAreRead() throws IOException {
    long rows = 128_256;
    long columns = 16_384;
    long element = 100_000 * columns + 9_000;
    Path path =
        SparseFiles.write(
            folder.resolve("huge"),
            Dtype.F32,
            Map.of(element * 4, new byte[] {0, 0, (byte) 0x80, 0x3f}),
            rows,
            columns);
    try (CountedFile counted = CountedFile.open(path)) {
      TensorSlice slice = TensorSlice.of(counted.tensor("t").data().orElseThrow());
      long before = counted.bytesRead();
      SliceBlock block = slice.read(99_990, 8_990, 40, 20);
      assertThat(counted.bytesRead() - before).isEqualTo(40 * 20 * 4);
      assertThat(block.text(100_000, 9_000)).isEqualTo("1.0");
      assertThat(block.text(100_001, 9_000)).isEqualTo("0.0");

      TensorSlice transposed = TensorSlice.of(slice.data(), slice.axes().transposed());
      before = counted.bytesRead();
      block = transposed.read(8_990, 99_990, 40, 20);
      assertThat(counted.bytesRead() - before).isEqualTo(40 * 20 * 4);
      assertThat(block.text(9_000, 100_000)).isEqualTo("1.0");
    }
  }

  @Test
  void theLastCellOfAVeryWideRowIsReached() throws IOException {
    long columns = 1L << 33;
    Path path =
        SparseFiles.write(
            folder.resolve("wide"), Dtype.U8, Map.of(columns - 1, new byte[] {42}), 1, columns);
    try (CountedFile counted = CountedFile.open(path)) {
      TensorSlice slice = TensorSlice.of(counted.tensor("t").data().orElseThrow());
      assertThat(slice.read(0, columns - 3, 1, 3).text(0, columns - 1)).isEqualTo("42");
      assertThat(slice.cellOf(columns - 1))
          .isEqualTo(Optional.of(new TensorSlice.Cell(0, columns - 1)));
    }
  }

  @Test
  void anotherSliceOfTheSameAxesHoldsAnElement() throws IOException {
    try (Sample sample = sample(Dtype.U8, 0, 3, 4, 5)) {
      TensorSlice slice = TensorSlice.of(sample.data());

      assertThat(slice.containing(19)).isSameAs(slice);
      assertThat(slice.containing(20).axes().text()).isEqualTo("[1, :, :]");
      assertThat(slice.at(0, 99).orElseThrow().axes().text()).isEqualTo("[2, :, :]");
      assertThat(slice.at(0, -1)).isEmpty();
      assertThat(slice.at(1, 2)).isEmpty();
    }
  }
}
