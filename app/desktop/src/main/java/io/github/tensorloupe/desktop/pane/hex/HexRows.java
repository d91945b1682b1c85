package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.format.ByteRange;

/// A file cut into rows; the last may be shorter, and so may the first. Bytes before the first row
/// are left out.
///
/// @param fileLength in bytes, at least 0
/// @param bytesPerRow at least 1
/// @param blanks how many places of the first row stay empty, up to `bytesPerRow` less 1; below 0
///   as many bytes of the file are left out
record HexRows(long fileLength, int bytesPerRow, long blanks) {

  static final HexRows NONE = new HexRows(0, 16, 0);

  /// File offset of the first byte that is in a row.
  long begin() {
    return Math.max(0, -blanks);
  }

  long count() {
    long first = bytesPerRow - blanks;
    if (fileLength <= first) {
      return fileLength == begin() ? 0 : 1;
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
    return Math.floorMod(byteOffset % bytesPerRow + blanks, bytesPerRow);
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

  /// The byte that a key moves the caret to, inside a file of at least one byte.
  ///
  /// @param caret file offset of the byte under the caret
  long moved(CaretMove move, long caret, int pageRows) {
    long rowStart = caret - columnOf(caret);
    long last = fileLength - 1;
    return switch (move) {
      case LEFT -> Math.max(begin(), caret - 1);
      case RIGHT -> Math.min(last, caret + 1);
      case UP -> down(caret, -1);
      case DOWN -> down(caret, 1);
      case PAGE_UP, PAGE_LEFT -> down(caret, -pageRows);
      case PAGE_DOWN, PAGE_RIGHT -> down(caret, pageRows);
      case ROW_START -> Math.max(begin(), rowStart);
      case ROW_END -> Math.min(last, rowStart + bytesPerRow - 1);
      case FIRST -> begin();
      case LAST -> last;
    };
  }

  /// Keeps the column, unless the first or last row is too short for it.
  private long down(long caret, int rowCount) {
    long row = Math.clamp(rowOf(caret) + rowCount, 0, count() - 1);
    return Math.clamp(beginOf(row) + columnOf(caret), begin(), fileLength - 1);
  }

  /// Which rows are visible. Belongs to the FX thread.
  static final class Scroll {

    /// Rows left above a place that is jumped to, so that it is seen in its surroundings.
    private static final int ROWS_ABOVE_TARGET = 1;

    HexRows rows = HexRows.NONE;
    long firstRow;

    /// The number of rows that are shown whole, at least 1; a further one may be cut by the pane's
    /// edge.
    int wholeRows = 1;

    private boolean noteBelow;

    /// Takes other rows of another file; its first is on top.
    ///
    /// @param hasNoteBelow true if something stands below the last row
    void begin(HexRows others, boolean hasNoteBelow) {
      rows = others;
      noteBelow = hasNoteBelow;
      firstRow = 0;
    }

    /// Cuts the same file into other rows; what was on top stays there, or comes near it.
    void recut(HexRows others) {
      long top = Math.max(0, rows.beginOf(firstRow));
      rows = others;
      to(others.rowOf(top));
    }

    void setWholeRows(int count) {
      wholeRows = count;
      to(firstRow);
    }

    /// The last row that may be on top: the file's last row is then at the bottom, or the note
    /// below it.
    long maxFirstRow() {
      return Math.max(0, rows.count() + (noteBelow ? 1 : 0) - wholeRows);
    }

    void to(long row) {
      firstRow = Math.clamp(row, 0, maxFirstRow());
    }

    /// Scrolls only if the row is not visible.
    ///
    /// @param sparingly by as little as can be; else so that the row is near the top
    void reveal(long row, boolean sparingly) {
      boolean isAbove = row < firstRow;
      if (isAbove || row >= firstRow + wholeRows) {
        to(!sparingly ? row - ROWS_ABOVE_TARGET : isAbove ? row : row - wholeRows + 1);
      }
    }
  }
}
