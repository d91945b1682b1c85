package io.github.tensorloupe.analysis.heatmap;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
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
import java.util.ArrayList;
import java.util.List;

/// Tensors in separate files, and their pictures. Must be closed.
final class SliceSamples implements AutoCloseable {

  /// The number of bytes before the data, so that alignment is not accidental.
  private static final int BEFORE = 3;

  private final Path folder;
  private final List<FileBytes> files = new ArrayList<>();

  SliceSamples(Path folder) {
    this.folder = folder;
  }

  /// Creates a tensor of these numbers; missing numbers are zero.
  TensorData tensor(Dtype dtype, Shape shape, double... numbers) throws IOException {
    ElementType type = ElementType.of(dtype);
    long[] codes = new long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      codes[i] = type.encode(numbers[i]);
    }
    return tensor(dtype, shape, bytes(dtype, shape, codes));
  }

  static byte[] bytes(Dtype dtype, Shape shape, long... codes) {
    ElementType type = ElementType.of(dtype);
    long bits = shape.elementCount().orElseThrow() * dtype.bits();
    byte[] bytes = new byte[(int) Math.ceilDiv(bits, 8)];
    for (int i = 0; i < codes.length; i++) {
      type.put(bytes, i, codes[i]);
    }
    return bytes;
  }

  /// Creates a tensor of these bytes, truncated if there are too few.
  TensorData tensor(Dtype dtype, Shape shape, byte[] bytes) throws IOException {
    Path path = folder.resolve("t" + files.size());
    byte[] all = new byte[BEFORE + bytes.length];
    System.arraycopy(bytes, 0, all, BEFORE, bytes.length);
    Files.write(path, all);
    FileBytes file = FileBytes.open(path);
    files.add(file);
    long promised = Math.ceilDiv(shape.elementCount().orElseThrow() * dtype.bits(), 8);
    return new TensorData(
        file,
        new TensorInfo("t", dtype, shape, 0, promised),
        new ByteRange(BEFORE, BEFORE + bytes.length));
  }

  /// Returns the exact pixels of the whole grid, for a picture with few tiles.
  static Pixels exact(TensorSlice slice, PixelGrid grid, Pooling pooling) throws IOException {
    PixelArea all = new PixelArea(0, 0, (int) grid.height(), (int) grid.width());
    List<PixelGrid.Tile> tiles = grid.tiles(all);
    List<PixelBlock> blocks = new ArrayList<>();
    new TileScan(1)
        .run(slice, grid, pooling, tiles, blocks::add, Cancellation.NEVER, Progress.NONE);
    return new Pixels(grid, blocks);
  }

  static PixelGrid grid(TensorSlice slice, long rowsPerPixel, long columnsPerPixel) {
    return new PixelGrid(slice.rowCount(), slice.columnCount(), rowsPerPixel, columnsPerPixel);
  }

  /// The pixels of one picture.
  record Pixels(PixelGrid grid, List<PixelBlock> blocks) {

    private PixelBlock block(long row, long column) {
      return blocks.stream()
          .filter(block -> block.area().contains(row, column))
          .findFirst()
          .orElseThrow();
    }

    double value(long row, long column) {
      PixelBlock block = block(row, column);
      return block.value(block.index(row, column));
    }

    /// Returns `n` for NaN, `i` for infinities, `a` for absent.
    String marks(long row, long column) {
      PixelBlock block = block(row, column);
      int index = block.index(row, column);
      return (block.isNan(index) ? "n" : "")
          + (block.isInfinite(index) ? "i" : "")
          + (block.isAbsent(index) ? "a" : "");
    }

    double[] values() {
      double[] values = new double[(int) (grid.height() * grid.width())];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(i / grid.width(), i % grid.width());
      }
      return values;
    }
  }

  @Override
  public void close() throws IOException {
    for (FileBytes file : files) {
      file.close();
    }
  }
}
