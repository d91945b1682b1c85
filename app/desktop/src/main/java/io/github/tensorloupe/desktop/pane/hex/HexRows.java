package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.format.ByteRange;

/// A file cut into rows; the last may be shorter, and so may the first.
///
/// @param fileLength in bytes, at least 0
/// @param bytesPerRow at least 1
/// @param blanks how many places of the first row stay empty, from 0 to `bytesPerRow` less 1
record HexRows(long fileLength, int bytesPerRow, int blanks) {

  /// No rows.
  static final HexRows NONE = new HexRows(0, 16, 0);

  /// How many rows there are.
  long count() {
    long first = bytesPerRow - blanks;
    if (fileLength <= first) {
      return fileLength == 0 ? 0 : 1;
    }
    return 1 + Math.ceilDiv(fileLength - first, bytesPerRow);
  }

  /// The row of a byte; for the place behind the last byte the last row.
  long rowOf(long byteOffset) {
    long first = bytesPerRow - blanks;
    long row = byteOffset < first ? 0 : 1 + (byteOffset - first) / bytesPerRow;
    return Math.max(0, Math.min(row, count() - 1));
  }

  /// The place of a byte in its row, from 0 on.
  int columnOf(long byteOffset) {
    return (int) ((byteOffset % bytesPerRow + blanks) % bytesPerRow);
  }

  /// File offset of the first place of a row; below 0 where that place stays empty.
  long beginOf(long row) {
    return row * bytesPerRow - blanks;
  }

  /// The bytes of rows one after the other, as far as the file goes.
  ///
  /// @param firstRow may be below 0: rows before the file are left out
  /// @param rowCount how many rows, also those left out
  ByteRange bytes(long firstRow, long rowCount) {
    long beginRow = Math.clamp(firstRow, 0, count());
    long endRow = Math.clamp(firstRow + rowCount, beginRow, count());
    long end = endRow == count() ? fileLength : Math.max(0, beginOf(endRow));
    return new ByteRange(Math.clamp(beginOf(beginRow), 0, end), end);
  }
}
