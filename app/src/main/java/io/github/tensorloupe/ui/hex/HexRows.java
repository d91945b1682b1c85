package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.format.ByteRange;

/// A file cut into rows of [#BYTES_PER_ROW] bytes; the last may be shorter.
///
/// @param fileLength in bytes, at least 0
record HexRows(long fileLength) {

  static final int BYTES_PER_ROW = 16;

  /// How many rows there are.
  long count() {
    return fileLength / BYTES_PER_ROW + (fileLength % BYTES_PER_ROW == 0 ? 0 : 1);
  }

  /// The row of a byte; for the place behind the last byte the last row.
  long rowOf(long byteOffset) {
    return Math.max(0, Math.min(byteOffset / BYTES_PER_ROW, count() - 1));
  }

  /// The bytes of rows one after the other, as far as the file goes.
  ///
  /// @param firstRow may be below 0: rows before the file are left out
  /// @param rowCount how many rows, also those left out
  ByteRange bytes(long firstRow, long rowCount) {
    long beginRow = Math.clamp(firstRow, 0, count());
    long endRow = Math.clamp(firstRow + rowCount, beginRow, count());
    long end = endRow == count() ? fileLength : endRow * BYTES_PER_ROW;
    return new ByteRange(Math.min(beginRow * BYTES_PER_ROW, end), end);
  }
}
