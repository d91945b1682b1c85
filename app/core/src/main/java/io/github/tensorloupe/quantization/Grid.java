package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// Numbers for groups of matrix elements. Not thread-safe.
final class Grid {

  /// A mapping of rows or columns to groups. Immutable.
  ///
  /// @param length the length of a group
  /// @param per the length of a stacked matrix, at whose beginning a new group begins
  /// @param map the group of each row or column if groups are not consecutive, otherwise empty
  record Groups(long length, long per, Optional<int[]> map) {

    static final Groups SINGLE = new Groups(Long.MAX_VALUE, Long.MAX_VALUE, Optional.empty());

    static Groups of(long length) {
      return new Groups(length, Long.MAX_VALUE, Optional.empty());
    }

    static Groups stacked(long length, long per) {
      return new Groups(length, per, Optional.empty());
    }

    static Groups mapped(int[] map) {
      return new Groups(1, Long.MAX_VALUE, Optional.of(map));
    }

    /// Returns true if groups are consecutive and have equal lengths, except for the last.
    boolean areInOrder() {
      return map.isEmpty() && per == Long.MAX_VALUE;
    }

    long of(long index, long groupsPer) {
      return map.isPresent()
          ? map.get()[(int) index]
          : index / per * groupsPer + index % per / length;
    }

    /// Returns the end of the run of indexes in one group that contains an index.
    long end(long index) {
      return map.isPresent() || length == 1
          ? index + 1
          : length == Long.MAX_VALUE
              ? Long.MAX_VALUE
              : Math.min(
                  index / per * per + (index % per / length + 1) * length,
                  per == Long.MAX_VALUE ? per : (index / per + 1) * per);
    }
  }

  /// Opens a grid for use by one thread. Thread-safe.
  @FunctionalInterface
  interface Opening {
    Grid open() throws IOException;
  }

  private final Numbers numbers;
  final Groups rows;
  final Groups columns;
  private final long rowsPer;
  private final double[] read;
  private long readRow = -1;

  Grid(Numbers numbers, Groups rows, Groups columns, long width) {
    this.numbers = numbers;
    this.rows = rows;
    this.columns = columns;
    rowsPer = rows.per() == Long.MAX_VALUE ? 0 : Math.ceilDiv(rows.per(), rows.length());
    read = new double[Math.toIntExact(width)];
  }

  /// Returns the numbers for a matrix row, by group of columns. Valid until the next call.
  double[] row(long row) throws IOException {
    return groupRow(rows.of(row, rowsPer));
  }

  long groupRows(long rowCount) {
    return rowCount == 0
        ? 0
        : 1
            + rows.map()
                .map(map -> (long) Arrays.stream(map).max().orElse(0))
                .orElseGet(() -> rows.of(rowCount - 1, rowsPer));
  }

  /// Returns the numbers of a row of groups. Valid until the next call.
  double[] groupRow(long group) throws IOException {
    if (group != readRow) {
      numbers.read(group, read.length, read);
      readRow = group;
    }
    return read;
  }

  /// Returns the bytes of the number for an element, as offsets from the first byte of the part.
  /// Reads nothing.
  ByteRange bytes(long row, long column) {
    return numbers.bytes(rows.of(row, rowsPer), group(column));
  }

  int group(long column) {
    return (int) columns.of(column, 0);
  }
}
