package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.format.ByteRange;

/// A file divided into rows. The first and the last row may be shorter. Bytes before the first row
/// are skipped.
///
/// @param fileLength in bytes, at least 0
/// @param bytesPerRow at least 1
/// @param blanks the number of empty cells at the start of the first row, up to `bytesPerRow` - 1;
///   if negative, the number of bytes to skip at the start of the file
record HexRows(long fileLength, int bytesPerRow, long blanks) {

  static final HexRows NONE = new HexRows(0, 16, 0);

  /// Returns the file offset of the first byte in a row.
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

  /// Returns the row of a byte; the last row for the position after the last byte.
  long rowOf(long byteOffset) {
    long first = bytesPerRow - blanks;
    long row = byteOffset < first ? 0 : 1 + (byteOffset - first) / bytesPerRow;
    return Math.max(0, Math.min(row, count() - 1));
  }

  /// Returns the column of a byte in its row, from 0.
  int columnOf(long byteOffset) {
    return Math.floorMod(byteOffset % bytesPerRow + blanks, bytesPerRow);
  }

  /// Returns the file offset of the first cell of a row; negative if the cell is empty.
  long beginOf(long row) {
    return row * bytesPerRow - blanks;
  }

  /// Returns the bytes of consecutive rows, limited to the file.
  ///
  /// @param firstRow may be negative; rows before the file are skipped
  /// @param rowCount the number of rows, including skipped rows
  ByteRange bytes(long firstRow, long rowCount) {
    long beginRow = Math.clamp(firstRow, 0, count());
    long endRow = Math.clamp(firstRow + rowCount, beginRow, count());
    long end = endRow == count() ? fileLength : Math.max(0, beginOf(endRow));
    return new ByteRange(Math.clamp(beginOf(beginRow), 0, end), end);
  }

  /// Returns the byte to which a key moves the caret, in a file of at least one byte.
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

  /// The visible rows. Belongs to the FX thread.
  static final class Scroll {

    /// The number of rows shown above the target of a jump, as context.
    private static final int ROWS_ABOVE_TARGET = 1;

    HexRows rows = HexRows.NONE;
    long firstRow;

    /// The number of completely visible rows, at least 1; the edge of the pane may cut another row.
    int wholeRows = 1;

    private boolean noteBelow;

    /// Shows the rows of another file, from its first row.
    ///
    /// @param hasNoteBelow true if there is a note below the last row
    void begin(HexRows others, boolean hasNoteBelow) {
      rows = others;
      noteBelow = hasNoteBelow;
      firstRow = 0;
    }

    /// Divides the same file into other rows. The first visible byte stays on top, or near it.
    void reflow(HexRows others) {
      long top = Math.max(0, rows.beginOf(firstRow));
      rows = others;
      to(others.rowOf(top));
    }

    void setWholeRows(int count) {
      wholeRows = count;
      to(firstRow);
    }

    /// Returns the last row that can be on top. The last row of the file, or the note below it, is
    /// then at the bottom.
    long maxFirstRow() {
      return Math.max(0, rows.count() + (noteBelow ? 1 : 0) - wholeRows);
    }

    void to(long row) {
      firstRow = Math.clamp(row, 0, maxFirstRow());
    }

    /// Scrolls only if the row is not visible.
    ///
    /// @param sparingly true to scroll as little as possible, false to show the row near the top
    void reveal(long row, boolean sparingly) {
      boolean isAbove = row < firstRow;
      if (isAbove || row >= firstRow + wholeRows) {
        to(!sparingly ? row - ROWS_ABOVE_TARGET : isAbove ? row : row - wholeRows + 1);
      }
    }
  }
}
