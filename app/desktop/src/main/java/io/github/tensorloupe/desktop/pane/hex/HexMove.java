package io.github.tensorloupe.desktop.pane.hex;

/// Where the keyboard sends the caret.
enum HexMove {
  LEFT,
  RIGHT,
  UP,
  DOWN,
  PAGE_UP,
  PAGE_DOWN,
  ROW_START,
  ROW_END,
  FILE_START,
  FILE_END;

  /// The caret's new place.
  ///
  /// @param caret file offset of the byte it is on
  /// @param rows of a file with at least one byte
  /// @param pageRows how many rows a page has
  /// @return file offset of a byte of the file
  long from(long caret, HexRows rows, int pageRows) {
    long rowStart = caret - rows.columnOf(caret);
    long last = rows.fileLength() - 1;
    return switch (this) {
      case LEFT -> Math.max(0, caret - 1);
      case RIGHT -> Math.min(last, caret + 1);
      case UP -> down(caret, -1, rows);
      case DOWN -> down(caret, 1, rows);
      case PAGE_UP -> down(caret, -pageRows, rows);
      case PAGE_DOWN -> down(caret, pageRows, rows);
      case ROW_START -> Math.max(0, rowStart);
      case ROW_END -> Math.min(last, rowStart + rows.bytesPerRow() - 1);
      case FILE_START -> 0;
      case FILE_END -> last;
    };
  }

  /// Keeps the column, but where the first or last row is too short for it.
  private static long down(long caret, int rowCount, HexRows rows) {
    long row = Math.clamp(rows.rowOf(caret) + rowCount, 0, rows.count() - 1);
    long offset = rows.beginOf(row) + rows.columnOf(caret);
    return Math.clamp(offset, 0, rows.fileLength() - 1);
  }
}
