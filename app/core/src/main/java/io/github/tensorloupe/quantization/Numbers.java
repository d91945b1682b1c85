package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The layout of a matrix of scales, zero points or biases in a part. Immutable.
sealed interface Numbers {

  void read(PartBytes bytes, long row, int count, double[] target) throws IOException;

  /// Returns the bytes of one number, as offsets from the first byte of the part.
  ByteRange byteRange(long row, long column);

  static boolean areReadable(Dtype dtype) {
    return dtype.bits() % Byte.SIZE == 0 && dtype.kind() != Dtype.Kind.COMPLEX;
  }

  /// Returns empty if the part is truncated, too long, or has an unsupported dtype.
  static Optional<long[]> integers(Optional<TensorRef> part, long max) throws IOException {
    Optional<TensorData> data = part.flatMap(QuantizedWeight::wholeData);
    if (data.isEmpty()
        || data.get().elementCount() > max
        || !areReadable(data.get().info().dtype())) {
      return Optional.empty();
    }
    double[] numbers = data.get().numbers();
    return Optional.of(Arrays.stream(numbers).mapToLong(number -> (long) number).toArray());
  }

  record Plain(ElementType type, long width) implements Numbers {

    @Override
    public void read(PartBytes bytes, long row, int count, double[] target) throws IOException {
      long offset = byteRange(row, 0).begin();
      int size = type.partBits() / Byte.SIZE;
      int available = (int) Math.min(count, (bytes.data.range().byteCount() - offset) / size);
      int at = bytes.locate(offset, available * size);
      type.doubles(MemorySegment.ofArray(bytes.window()).asSlice(at), 0, target, available);
    }

    @Override
    public ByteRange byteRange(long row, long column) {
      int size = type.partBits() / Byte.SIZE;
      long begin = (row * width + column) * size;
      return new ByteRange(begin, begin + size);
    }
  }

  /// Scales in tiles of 128 × 4, the layout of cuBLAS.
  record Swizzled(ElementType type, long tilesPerRow) implements Numbers {

    private static final int TILE_ROWS = 128;
    private static final int TILE_COLUMNS = 4;
    private static final int TILE_BYTES = TILE_ROWS * TILE_COLUMNS;

    private static int line(long row) {
      int inTile = (int) (row % TILE_ROWS);
      return inTile % 32 * 16 + inTile / 32 * TILE_COLUMNS;
    }

    @Override
    public ByteRange byteRange(long row, long column) {
      long tile = row / TILE_ROWS * tilesPerRow + column / TILE_COLUMNS;
      long begin = tile * TILE_BYTES + line(row) + column % TILE_COLUMNS;
      return new ByteRange(begin, begin + 1);
    }

    @Override
    public void read(PartBytes bytes, long row, int count, double[] target) throws IOException {
      // Reads a row of tiles at once, because a row of scales is spread over it.
      int rowBytes = Math.toIntExact(tilesPerRow * TILE_BYTES);
      int at = bytes.locate(row / TILE_ROWS * rowBytes, rowBytes) + line(row);
      for (int i = 0; i < count; i++) {
        int place = i / TILE_COLUMNS * TILE_BYTES + i % TILE_COLUMNS;
        target[i] = type.toDouble(bytes.window()[at + place] & 0xff);
      }
    }

    static long byteCount(long rows, long columns) {
      return Math.ceilDiv(rows, (long) TILE_ROWS)
          * Math.ceilDiv(columns, (long) TILE_COLUMNS)
          * TILE_BYTES;
    }
  }

  /// Zero points packed like codes.
  ///
  /// @param offset the number added to each zero point
  record Packed(Codes codes, int offset) implements Numbers {

    @Override
    public void read(PartBytes bytes, long row, int count, double[] target) throws IOException {
      int[] codeBuffer = new int[count];
      codes.read(bytes, row, 0, count, codeBuffer);
      for (int i = 0; i < count; i++) {
        target[i] = codeBuffer[i] + offset;
      }
    }

    @Override
    public ByteRange byteRange(long row, long column) {
      return codes.bytes(row, column);
    }
  }

  /// Scales that are quantized themselves.
  ///
  /// @param table the number that each byte represents
  record Nested(long width, double[] table, double[] scales, int blockLength, double offset)
      implements Numbers {

    @Override
    public void read(PartBytes bytes, long row, int count, double[] target) throws IOException {
      int available = (int) Math.min(count, bytes.data.range().byteCount() - row * width);
      int at = bytes.locate(row * width, available);
      for (int i = 0; i < available; i++) {
        int block = (int) ((row * width + i) / blockLength);
        target[i] = table[bytes.window()[at + i] & 0xff] * scales[block] + offset;
      }
    }

    @Override
    public ByteRange byteRange(long row, long column) {
      long begin = row * width + column;
      return new ByteRange(begin, begin + 1);
    }
  }
}
