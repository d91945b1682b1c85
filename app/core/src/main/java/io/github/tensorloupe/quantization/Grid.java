package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.IoSupplier;

/// Numbers for groups of matrix elements. Immutable.
///
/// @param numbers the layout of the numbers; may read tables
/// @param width the number of groups of columns
record Grid(TensorRef part, IoSupplier<Numbers> numbers, Groups rows, Groups columns, long width) {

  /// A mapping of rows or columns to groups. Immutable.
  ///
  /// @param length the length of a group
  /// @param per the length of a stacked matrix, at whose beginning a new group begins
  /// @param map the group of each row or column if groups are not consecutive, otherwise empty
  record Groups(long length, long per, Optional<int[]> map) {

    static final Groups SINGLE = of(Long.MAX_VALUE);

    static Groups of(long length) {
      return new Groups(length, Long.MAX_VALUE, Optional.empty());
    }

    static Groups of(int[] map) {
      return new Groups(1, Long.MAX_VALUE, Optional.of(map));
    }

    boolean areInOrder() {
      return map.isEmpty() && per == Long.MAX_VALUE;
    }

    long group(long index) {
      if (map.isPresent()) {
        return map.get()[(int) index];
      }
      return per == Long.MAX_VALUE
          ? index / length
          : index / per * Math.ceilDiv(per, length) + index % per / length;
    }

    long end(long index) {
      if (map.isPresent() || length == 1) {
        return index + 1;
      }
      if (length == Long.MAX_VALUE) {
        return length;
      }
      long begin = index / per * per;
      long end = begin + (index % per / length + 1) * length;
      return per == Long.MAX_VALUE ? end : Math.min(end, begin + per);
    }

    long count(long indexes) {
      if (map.isPresent()) {
        return Arrays.stream(map.get()).max().orElse(-1) + 1L;
      }
      return indexes == 0 ? 0 : group(indexes - 1) + 1;
    }
  }

  /// Returns the bytes of the number for an element, as offsets from the first byte of the part.
  ByteRange bytes(long row, long column) throws IOException {
    return numbers.get().byteRange(rows.group(row), columns.group(column));
  }

  Reader open() throws IOException {
    return new Reader(this);
  }

  /// Reads the numbers of a grid. Not thread-safe.
  static final class Reader {

    final Groups rows;
    final Groups columns;
    private final Numbers numbers;
    private final PartBytes bytes;
    private final double[] row;
    private long readRow = -1;

    private Reader(Grid grid) throws IOException {
      rows = grid.rows;
      columns = grid.columns;
      numbers = grid.numbers.get();
      bytes = new PartBytes(grid.part);
      row = new double[Math.toIntExact(grid.width)];
    }

    /// Returns the numbers for a matrix row, by group of columns. Valid until the next call.
    double[] row(long row) throws IOException {
      return groupRow(rows.group(row));
    }

    /// Returns the numbers of a row of groups. Valid until the next call.
    double[] groupRow(long group) throws IOException {
      if (group != readRow) {
        numbers.read(bytes, group, row.length, row);
        readRow = group;
      }
      return row;
    }
  }
}
